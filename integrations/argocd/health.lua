-- Health of a Karpenter NodePool or node class. Lua 5.1, as Argo CD runs it; `obj` is the live object.
local hs = { status = "Progressing", message = "waiting for Karpenter" }

if obj.metadata ~= nil and obj.metadata.deletionTimestamp ~= nil then
  hs.message = "being deleted: its nodes are drained first"
  return hs
end
if obj.status == nil or obj.status.conditions == nil then
  return hs
end

local ready = nil
local unhealthy = nil
for _, condition in ipairs(obj.status.conditions) do
  if condition.type == "Ready" then
    ready = condition
  elseif condition.type == "NodeRegistrationHealthy" and condition.status == "False" then
    unhealthy = condition
  end
end

local function text(condition)
  local parts = {}
  for _, part in ipairs({ condition.reason, condition.message }) do
    if part ~= nil and part ~= "" then
      parts[#parts + 1] = part
    end
  end
  return table.concat(parts, ": ")
end

if ready == nil then
  return hs
end
local generation = obj.metadata ~= nil and obj.metadata.generation or nil
if ready.observedGeneration ~= nil and generation ~= nil and ready.observedGeneration < generation then
  hs.message = "Karpenter has not looked at the last change yet"
  return hs
end
if ready.status == "False" then
  hs.status = "Degraded"
  hs.message = text(ready)
elseif ready.status == "True" then
  if unhealthy ~= nil then
    -- Not part of Ready: nodes are launched and do not join.
    hs.status = "Degraded"
    hs.message = "nodes do not register; " .. text(unhealthy)
  else
    hs.status = "Healthy"
    hs.message = "ready"
  end
else
  hs.message = text(ready)
end
return hs
