/*
 * The one place that knows how numbers, dates and times are written. The window speaks English whatever the system
 * does, with a 24-hour clock: a date in another language inside of an English sentence would only be harder to read.
 */
const language = 'en-GB'

/** "1,204". */
export const numbers = new Intl.NumberFormat(language)

/** @param parts what of a time is shown, in the system's zone */
export const dates = (parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, parts)

/** The zone all times are shown in, as "Europe/Berlin". */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
