#!/usr/bin/env bash
# Writes the review, the step summary and the comment; ends as the review does. Settings come from action.yml.
set -euo pipefail

review=$RUNNER_TEMP/poolwright-review.json
diff=("${BASE:-HEAD^1}")
# Without it every cluster's own `fail_on` counts.
[ -z "${FAIL_ON:-}" ] || diff+=(--fail-on "$FAIL_ON")
while IFS= read -r definition; do
  [ -z "$definition" ] || diff+=(--definitions "$definition")
done <<<"${DEFINITIONS:-}"

status=0
poolwright diff "${diff[@]}" --format json >"$review" || status=$?
# 2 is wrong usage and 70 a defect of the tool: there is no review to show.
[ "$status" -ne 2 ] && [ "$status" -ne 70 ] || exit "$status"
echo "review=$review" >>"$GITHUB_OUTPUT"

comment=("$review" --forge github --step-summary)
[ -z "${SET:-}" ] || comment+=(--set "$SET")
[ "${CHECK_RUN:-false}" != true ] || comment+=(--check-run)
[ "${SOFT_FAIL:-false}" != true ] || comment+=(--soft-fail)
[ "${COMMENT:-true}" = true ] || comment+=(--no-comment)
poolwright comment "${comment[@]}"
exit "$status"
