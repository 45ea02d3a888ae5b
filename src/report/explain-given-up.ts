/** What Karpenter gives up of a pod, in its order of doing so. */
const WORDS: Readonly<Record<string, string>> = {
  'required-node-affinity-term': 'an alternative of its node affinity',
  'preferred-pod-affinity': 'a preferred affinity to other pods',
  'preferred-pod-anti-affinity': 'a preferred anti-affinity to other pods',
  'preferred-node-affinity': 'a preferred node affinity',
  'schedule-anyway-spread': 'a spread constraint with `ScheduleAnyway`',
  'prefer-no-schedule-taint': 'staying off taints with `PreferNoSchedule`',
};

/** Preferences that a pod had to give up, in words; what was given up several times is counted. */
export function givenUpText(givenUp: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const code of givenUp) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(
      ([code, count]) =>
        `${WORDS[code] ?? code.replaceAll('-', ' ')}${count === 1 ? '' : ` (${count} times)`}`,
    )
    .join(', ');
}
