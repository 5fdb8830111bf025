const ascii = /^[\x20-\x7e]*$/
/** Accents of Latin, Greek and Cyrillic letters, as separate characters. */
const accents = /[\u0300-\u036f]/g
/** Bidi controls, zero-width and control characters. */
export const hiddenCharacters = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]/gu

/**
 * Without hidden characters, case and accents, and with full-width letters, ligatures and odd spaces as plain ones
 * (Unicode's NFKD). Nearly all texts are ASCII, and testing for that is quicker.
 */
export function searchable(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text.replace(hiddenCharacters, '').normalize('NFKD').replace(accents, '').toLowerCase()
}
