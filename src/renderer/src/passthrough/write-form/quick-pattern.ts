/** Longer ones are not looked at, in characters. */
const longestPattern = 500
/** Ways to try, which take less time than a person notices. */
const mostWays = 1e6

/**
 * Whether a pattern that others wrote is tried in no time on a text of this length, in the worst case: each choice that it
 * leaves multiplies the ways. Where a group is repeated they cannot be counted, unless nothing in the pattern is a choice.
 */
export function isQuick(pattern: string, length: number): boolean {
  if (pattern.length > longestPattern) return false
  const bare = pattern.replaceAll(/\\./gs, 'x').replaceAll(/\[[^[\]]*\]/g, 'x')
  const choices = [...bare.matchAll(/[*+|]|(?<!\()\?|\{\d+,(\d*)\}/g)].map(([choice, most]) => {
    if (choice === '?' || choice === '|') return 2
    return most ? Number(most) + 1 : length + 1
  })
  if (/\)[*+?]|\)\{\d+,/.test(bare) || (bare.includes('){') && choices.length > 0)) return false
  const starts = bare.startsWith('^') ? 1 : length + 1
  return choices.reduce((ways, one) => ways * one, starts) * (length + 1) <= mostWays
}
