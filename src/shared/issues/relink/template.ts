export const placeholders = {
  customer: 'the customer’s name',
  integration: 'the integrations to reconnect',
  connections: 'a line for each connection: since when, and how recent its data is',
  relink_link: 'the relink link, filled in before you send it',
  reference: 'your ID for the customer'
} as const
export type Placeholder = keyof typeof placeholders

/** The first line is the subject. */
export const defaultTemplate = `Subject: Please reconnect {integration} for {customer}

Hello,

Our connection to your {integration} account has stopped working because the sign-in is no longer accepted. Please reconnect it.

{connections}

To reconnect:
1. Open {relink_link}
2. Sign in to {integration} as an administrator
3. Approve access

Nothing is lost. Your data will update again at the next sync after you reconnect.

If you removed access on purpose, just reply to let us know.

Your reference: {reference}`

const named = /\{([a-z_]+)\}/g

/** null for a usable or empty template. */
export function templateProblem(template: string): string | null {
  if (!template.trim()) return null
  const names = [...template.matchAll(named)].map(([, name = '']) => name)
  const unknown = names.find((name) => !Object.hasOwn(placeholders, name))
  if (unknown !== undefined) return `There is no placeholder {${unknown}}.`
  if (!names.includes('relink_link')) return 'Say where the relink link goes: {relink_link}.'
  return null
}

/** Leaves out a line whose names are all empty. "Subject:" begins a subject line. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<Placeholder, string>>
): { subject: string; body: string } {
  const isKnown = (name: string): name is Placeholder => Object.hasOwn(values, name)
  const lines = (template.trim() || defaultTemplate).split(/\r?\n/).flatMap((line) => {
    const names = [...line.matchAll(named)].map(([, name = '']) => name).filter(isKnown)
    if (names.length > 0 && names.every((name) => values[name] === '')) return []
    return line.replaceAll(named, (as: string, name: string) => (isKnown(name) ? values[name] : as))
  })
  const [, subject] = /^Subject:(.*)$/i.exec(lines[0] ?? '') ?? []
  return subject === undefined
    ? { subject: `Please reconnect ${values.integration}`, body: lines.join('\n').trim() }
    : { subject: subject.trim(), body: lines.slice(1).join('\n').trim() }
}
