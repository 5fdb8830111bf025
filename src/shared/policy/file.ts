import { z } from 'zod'
import { ownName } from '../own-name'
import { readBaseAddress } from '../base-address'
import { readStatusAddress } from '../lookups/status-page'
import { mailServer } from '../mail/mail'
import { keptRooms } from '../settings/kept-room'
import { lockAfter } from '../settings/lock'
import { proxyRule, url, webAddress } from '../settings/proxy-rule'
import { secondAct, secondActs } from '../team/second-act'
import { region } from '../workspaces/region'

/** Comparisons need exactly one spelling. */
const isBaseAddress = (text: string) => {
  const read = readBaseAddress(text)
  return 'url' in read && read.url === text
}
const isOrigin = (text: string) => isBaseAddress(text) && new URL(text).origin === text

const baseAddress = url('https://api.example.com').refine(
  isBaseAddress,
  'is not a base address, as https://api.example.com, in small letters and without a slash at the end'
)
const origin = url('https://api.example.com').refine(isOrigin, 'is not an origin, as https://api.example.com')
const statusAddress = ownName(
  url('https://status.example.com/api/v2/incidents.json').refine((text) => {
    const read = readStatusAddress(text)
    return 'url' in read && read.url === text
  }, 'is not the address of a feed, as https://status.example.com/history.rss')
)

const host = ownName(
  z
    .string()
    .max(300)
    .refine(
      (text) => URL.canParse(`https://${text}/`) && new URL(`https://${text}/`).host === text,
      'is not a host, as hooks.slack.com'
    )
)

const workspace = z.strictObject({
  name: z.string().min(1).max(80),
  baseAddress,
  euBaseAddress: baseAddress.optional()
})

const days = z.number().int().min(1).max(3_650)

/** Locked, unless the file says `"locked": false`. */
const preset = <T extends z.ZodType>(value: T, title: string, description: string) =>
  z.strictObject({ value, locked: z.boolean().default(true) }).meta({ title, description })

/** A limit is always locked, because an operator could lift any other. */
const limit = <T extends z.ZodType>(value: T, title: string, description: string) =>
  z.strictObject({ value, locked: z.literal(true).default(true) }).meta({ title, description })

/** A key added here is read, checked, shown and documented. */
export const policySettings = z
  .strictObject({
    'services.allowedOrigins': limit(
      z.array(origin).min(1).max(100),
      'Allowed origins',
      'The only origins that workspaces may use, existing workspaces included. The practice workspace is not limited by it.'
    ),
    'services.allowedWorkspaces': limit(
      z.array(workspace).min(1).max(200),
      'Allowed workspaces',
      'The only workspaces that may be connected or used, by name and addresses.'
    ),
    'services.regions': limit(
      z.array(region).min(1).max(2),
      'Regions',
      'The only regions that may be used: "default", "eu" or both.'
    ),
    'services.baseAddress': preset(
      baseAddress,
      'Base address',
      'The base address of a new workspace. Locked: of every workspace.'
    ),
    'services.euBaseAddress': preset(
      baseAddress,
      'EU base address',
      'The EU base address of a new workspace. Locked: of every workspace that uses the EU region.'
    ),
    'services.practice': limit(z.boolean(), 'Practice workspace', 'Whether the practice workspace may be started.'),
    'network.proxy': limit(
      proxyRule,
      'Proxy',
      'How the app connects: the proxy settings of the system, directly, through one proxy, or as a PAC file says.'
    ),
    'network.certificates': preset(
      z.array(z.string().min(1).max(1_000)).max(20),
      'CA certificate files',
      'Absolute paths of PEM files with CA certificates to trust besides those of the system. Locked: operators cannot add others.'
    ),
    'updates.enabled': limit(z.boolean(), 'Updates', 'Whether the app checks for updates.'),
    'updates.address': preset(
      webAddress(/^https:$/, 'https://updates.example.com/connector-desk'),
      'Update folder',
      'The https address of the folder that holds the updates.'
    ),
    'team.enabled': limit(z.boolean(), 'Team', 'Whether a team’s database may be joined.'),
    'outside.enabled': limit(
      z.boolean(),
      'Assistants and scripts',
      'Whether operators may let assistants and scripts ask a workspace.'
    ),
    'status.enabled': limit(
      z.boolean(),
      'Status pages of providers',
      'Whether status pages of providers may be read. Without it, an operator may add them.'
    ),
    'status.pages': preset(
      z.array(z.strictObject({ integration: ownName(z.string().min(1).max(200)), address: statusAddress })).max(200),
      'Addresses of status pages',
      'Status pages of providers, by integration: JSON of Statuspage, RSS or Atom. Locked: operators cannot add others.'
    ),
    'mail.enabled': limit(
      z.boolean(),
      'Letters to customers',
      'Whether letters may leave through a mail server. Without it, an operator may set one up.'
    ),
    'mail.server': preset(
      mailServer,
      'Mail server',
      'The SMTP server of letters to customers, with their sender. Locked: the operator chooses only user and password.'
    ),
    'alerts.enabled': limit(
      z.boolean(),
      'Alert rules',
      'Whether alert rules may send messages. Without it, nothing leaves before an operator agrees to the address.'
    ),
    'alerts.hosts': limit(
      z.array(host).max(100),
      'Hosts of alert rules',
      'The only hosts that alert rules may send to, with their port if it is not 443. Desktop notices are not limited by it.'
    ),
    'tickets.enabled': limit(
      z.boolean(),
      'Tickets',
      'Whether tickets may be opened in a tracker. Without it, an operator may enter one.'
    ),
    'tickets.addresses': preset(
      z.array(baseAddress).max(100),
      'Addresses of trackers',
      'Addresses at which tickets may be opened without a further question. Locked: at no others.'
    ),
    'approvals.acts': preset(
      z.array(secondAct).max(secondActs.length),
      'Acts that need a colleague',
      'Acts that leave only after a colleague of the team agreed: deleting a connector, mappings of a whole integration, passthrough writes, letters. Locked: operators cannot take one out.'
    ),
    'approvals.letters': preset(
      z.number().int().min(1).max(1_000),
      'Letters without a colleague',
      'To how many customers one send of letters may go without a colleague, where "letters" is among the acts. Locked, 10 unless given, where the acts are locked and "letters" is among them.'
    ),
    'lock.minutes': preset(
      z.literal(lockAfter),
      'Lock without input',
      'After how many minutes without input the app locks; 0 is never.'
    ),
    'lock.withScreen': preset(
      z.boolean(),
      'Lock with the screen',
      'Whether the app locks when the computer sleeps or its screen is locked.'
    ),
    'writes.confirmation': limit(
      z.literal('always'),
      'Confirmation of writes',
      'Every write is confirmed by the operator. The app does so anyway; the key keeps it that way in later versions.'
    ),
    'retention.history': limit(
      days,
      'Keep connector history',
      'For how many days refreshes, changes of connectors and closed issues are kept. Without it: 400.'
    ),
    'retention.reads': limit(
      days,
      'Keep calls that read',
      'For how many days calls that only read are kept. Without it: 30.'
    ),
    'retention.changes': limit(
      days,
      'Keep the record of changes',
      'For how many days calls that may have changed something are kept, with their audit record. Without it: 400.'
    ),
    'retention.requests': limit(
      days,
      'Keep sent requests',
      'For how many days passthrough requests are kept with their answers. Without it: 30.'
    ),
    'retention.room': preset(
      z.literal(keptRooms),
      'Room for sent requests',
      'How much the bodies of sent requests may take, in MB.'
    )
  })
  .partial()
export type PolicySettings = z.infer<typeof policySettings>
export type PolicyKey = keyof PolicySettings

export const policyVersion = 1

export const policyFile = z.strictObject({
  /** For editors; the app ignores it. */
  $schema: z.string().optional(),
  version: z.literal(policyVersion),
  settings: policySettings
})

export const policyTitle = (key: PolicyKey): string => policySettings.shape[key].unwrap().meta()?.title ?? key
