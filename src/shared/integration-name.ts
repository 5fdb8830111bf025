/** Short words without a vowel count as initials. */
const written: Record<string, string> = {
  adp: 'ADP',
  ukg: 'UKG',
  sap: 'SAP',
  hr: 'HR',
  hris: 'HRIS',
  api: 'API',
  lms: 'LMS',
  ats: 'ATS'
}

function word(part: string): string {
  const known = written[part.toLowerCase()]
  if (known) return known
  if (part.length <= 3 && !/[aeiouy]/i.test(part)) return part.toUpperCase()
  return part.charAt(0).toUpperCase() + part.slice(1)
}

/** As "adp-workforce-now" → "ADP Workforce Now". */
export function readableName(slug: string): string {
  return slug
    .split(/[-_\s]+/)
    .filter((part) => part !== '')
    .map(word)
    .join(' ')
}
