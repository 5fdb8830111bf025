export const placeholders = {
  customer: 'the customer’s name',
  integration: 'the integrations to reconnect',
  connections: 'a line for each connection: since when, and how recent its data is',
  relink_link: 'the relink link, filled in before you send it',
  reference: 'your ID for the customer',
  contact: 'the names of the contacts, in letters through the mail server',
  sender: 'the sender’s name, in letters through the mail server'
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

const german = `Subject: Bitte verbinden Sie {integration} für {customer} neu

Guten Tag {contact},

unsere Verbindung zu Ihrem Konto bei {integration} ist unterbrochen, weil die Anmeldung nicht mehr angenommen wird. Bitte verbinden Sie es neu.

{connections}

So geht es:
1. Öffnen Sie {relink_link}
2. Melden Sie sich als Administrator an
3. Erlauben Sie den Zugriff

Es geht nichts verloren. Nach der Verbindung werden Ihre Daten bei der nächsten Aktualisierung wieder übernommen.

Falls Sie den Zugriff absichtlich beendet haben, antworten Sie bitte kurz.

Ihr Zeichen: {reference}

{sender}`

const french = `Subject: Veuillez reconnecter {integration} pour {customer}

Bonjour {contact},

Notre connexion à votre compte {integration} ne fonctionne plus, car l’identification n’est plus acceptée. Veuillez le reconnecter.

{connections}

Pour reconnecter :
1. Ouvrez {relink_link}
2. Identifiez-vous comme administrateur
3. Autorisez l’accès

Rien n’est perdu. Vos données seront de nouveau mises à jour à la prochaine synchronisation.

Si vous avez retiré l’accès volontairement, répondez-nous simplement.

Votre référence : {reference}

{sender}`

/** The app's own, by language. */
export const ownTemplates = { en: defaultTemplate, de: german, fr: french } as const

const named = /\{([a-z_]+)\}/g
/** What was meant as a placeholder, also with another spelling. */
const meant = /\{([\p{L}_][\p{L}\d_-]*)\}/gu

/** Placeholders that a template uses. */
export function placeholdersIn(template: string): Placeholder[] {
  const names = [...template.matchAll(named)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name): name is Placeholder => Object.hasOwn(placeholders, name))
}

/** null for a usable or empty template. */
export function templateProblem(template: string): string | null {
  if (!template.trim()) return null
  const names = [...template.matchAll(meant)].map(([, name = '']) => name)
  const unknown = names.find((name) => !Object.hasOwn(placeholders, name))
  if (unknown !== undefined) return `There is no placeholder {${unknown}}.`
  if (!names.includes('relink_link')) return 'Say where the relink link goes: {relink_link}.'
  return null
}

export interface Filled {
  subject: string
  body: string
}

/** Leaves out a line whose names are all empty. "Subject:" begins a subject line; empty without one. */
export function fillLines(text: string, values: Readonly<Record<string, string>>): Filled {
  const isKnown = (name: string) => Object.hasOwn(values, name)
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const names = [...line.matchAll(named)].map(([, name = '']) => name).filter(isKnown)
    // A greeting stays without its name.
    if (names.length > 0 && names.every((name) => name !== 'contact' && values[name] === '')) return []
    const filled = line.replaceAll(named, (as: string, name: string) => (isKnown(name) ? (values[name] ?? '') : as))
    return names.includes('contact') && values['contact'] === '' ? filled.replace(/ ([,.:;!])/, '$1') : filled
  })
  const [, subject] = /^Subject:(.*)$/i.exec(lines[0] ?? '') ?? []
  const body = lines.slice(subject === undefined ? 0 : 1)
  return { subject: (subject ?? '').trim(), body: body.join('\n').trim() }
}

const noValues = Object.fromEntries(Object.keys(placeholders).map((name) => [name, '']))

/** The workspace's template, or the app's own, with its values. */
export function fillTemplate(template: string, values: Readonly<Partial<Record<Placeholder, string>>>): Filled {
  const { subject, body } = fillLines(template.trim() || defaultTemplate, { ...noValues, ...values })
  return { subject: subject || `Please reconnect ${values.integration ?? ''}`, body }
}
