const two = (value: number) => String(value).padStart(2, '0')

/** A time of this zone on the 24-hour clock: "2026-03-01 17:30:05". @param at ms since 1970 */
export function localText(at: number): string {
  const time = new Date(at)
  const day = [String(time.getFullYear()).padStart(4, '0'), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`
}

/** For the API, to the second: "2026-03-01T16:30:05Z". */
export const utcText = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')

/**
 * Reads a date of this zone, with a 24-hour time or without (midnight): "2026-03-01", "2026-03-01 17:30",
 * "2026-03-01T17:30:05"; a zone in the text wins.
 *
 * @returns ms since 1970; null for any other text
 */
export function readLocalText(text: string): number | null {
  const pattern = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/
  const [, day, time = '00:00', zone = ''] = pattern.exec(text.trim()) ?? []
  if (!day) return null
  // JavaScript takes 31 February for 3 March.
  if (new Date(`${day}T00:00Z`).getUTCDate() !== Number(day.slice(8))) return null
  const at = Date.parse(`${day}T${time}${zone}`)
  return Number.isNaN(at) || time.startsWith('24') ? null : at
}
