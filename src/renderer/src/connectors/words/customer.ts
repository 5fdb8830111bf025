import type { Outcome } from '../../../../shared/passthrough/result'
import type { Action } from '../../../../shared/issues/diagnosis'
import { count, counted, listed } from '../../kit/format'

const connectors = (n: number) => counted(n, 'connector')

export const customerWords = {
  page: (name: string) => `Customer ${name}`,
  about: (name: string) => `About ${name}`,
  noName: 'No name',
  kind: 'Customer',
  back: { connectors: 'Back to connectors', issues: 'Back to issues' },
  backTitle: 'Back (Esc)',
  originId: 'Origin ID',
  noOriginId: 'None',
  diagnoses: 'Diagnoses',
  connectors: (n: number, region: string) => `${connectors(n)} in the ${region} region`,
  loading: 'Loading connectors…',
  notDiagnosed: 'Not diagnosed yet',
  times: (n: number) => `${count(n)} ×`,
  gone: 'No connector of this customer is listed now. Refresh to check again.',

  identity: {
    shared: 'This Origin ID belongs to several names',
    sharedNote: (names: readonly string[]) =>
      `${listed(names)} have the same Origin ID. Check which is right: they are listed by name below.`,
    byName: 'This customer has no Origin ID',
    byNameNote:
      'Connectors with the same name and no Origin ID are listed here. They may belong to different customers.',
    alone: 'This connector has no Origin ID and no name, so no other connector can be matched to it.',
    namesakes: (n: number) =>
      n === 1
        ? 'Another customer has this name. It is not included.'
        : `${count(n)} other customers have this name. They are not included.`,
    openOther: (originId: string) => `Open Origin ID ${originId}`,
    openWithout: 'Open the one without an Origin ID'
  },

  list: {
    title: 'Connectors',
    connector: 'Connector',
    diagnosis: 'Diagnosis',
    lastGood: 'Last good sync',
    acts: 'Who must act',
    who: { customer: 'Customer', provider: 'Provider', operations: 'Your team', nobody: '–' } satisfies Record<
      Action['who'],
      string
    >,
    open: 'Open this connector',
    inactive: 'INACTIVE',
    none: 'Not known'
  },

  issues: {
    title: 'Issues',
    none: 'No open issues.',
    unassigned: 'Unassigned',
    snoozed: (until: string) => `snoozed until ${until}`,
    requested: (at: string) => `relink requested ${at}`,
    open: 'Open this issue'
  },

  requests: {
    title: 'Recent requests',
    meta: 'sent through Passthrough from this computer',
    none: 'No request was sent to these connectors from this computer.',
    open: 'Open this request in Passthrough',
    sending: 'sending',
    ended: {
      refused: 'rejected',
      unknown: 'outcome unknown',
      failed: 'failed',
      cancelled: 'cancelled'
    } satisfies Record<Exclude<Outcome, 'answered'>, string>
  },

  mappings: {
    title: 'Custom field mappings',
    none: 'No mapping for these connectors is known on this computer.',
    field: 'Custom field',
    expression: 'Expression',
    scope: 'Applies to',
    known: 'Known from',
    whole: (integration: string) => `All ${integration} connectors`,
    one: (integration: string, category: string) => `Only ${integration}, ${category}`,
    overridden: (n: number) => `replaced for ${connectors(n)} by its own mapping`,
    changeLog: (age: string) => `change log, ${age} ago`,
    uncertain: 'The change got no answer: it may not have been saved.',
    unsure: '(outcome unknown)',
    api: 'the API',
    open: 'Open this custom field in Mappings',
    loadedAgo: (age: string) => `loaded from the API ${age} ago`,
    onlyLog: 'from the change log of this computer only',
    load: 'Load mappings',
    loading: 'Loading mappings…',
    stop: 'Stop'
  }
}
