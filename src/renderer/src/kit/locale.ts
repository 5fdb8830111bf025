/*
 * The only place that formats numbers, dates and times: English with a 24-hour clock, whatever the system's language,
 * as the sentences around them are English.
 */
const language = 'en-GB'

/** "1,204". */
export const numbers = new Intl.NumberFormat(language)

/** "1.2M": British English would write a small m. */
export const shortNumbers = new Intl.NumberFormat('en', { notation: 'compact' })

/** @param parts the shown parts of a time, in the system's zone */
export const dates = (parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, parts)

/** Of two-letter codes: "German". */
export const languages = new Intl.DisplayNames(language, { type: 'language' })

/** As "Europe/Berlin". */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
