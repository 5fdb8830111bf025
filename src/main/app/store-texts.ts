import { z } from 'zod'
import { jsonText, nameText } from '../../shared/own-name'
import { alertRule, claimed, messageEnd } from '../../shared/alerts/rule'
import { loggedCall } from '../../shared/activity/call'
import { issueChange } from '../../shared/issues/issue'
import { dueTimes } from '../../shared/issues/due-times'
import { runbookContent } from '../../shared/issues/runbook'
import { category } from '../../shared/connectors/category'
import { pastFetch } from '../../shared/data/collection'
import { connectorRecord } from '../../shared/connectors/connector'
import { changeLogEntry } from '../../shared/mappings/change-log'
import { folder, savedHead } from '../../shared/passthrough/library'
import { manyHead, manyState } from '../../shared/passthrough/many'
import { lookups } from '../../shared/lookups/lookup'
import { mappingFinding } from '../../shared/mappings/mapping-issue'
import { passthroughDraft, variable } from '../../shared/passthrough/passthrough'
import { outageStep } from '../../shared/mail/outage'
import { outcome, providerError } from '../../shared/passthrough/result'
import { keptStatusRead } from '../lookups/status-pages'
import { placeShape } from '../../shared/workspaces/place'
import { consent } from '../../shared/settings/consent'
import { savedFilter } from '../../shared/connectors/saved-filter'
import { ticket } from '../../shared/tickets/ticket'
import { syncRun } from '../../shared/connectors/sync-run'
import { webhookFinding } from '../../shared/webhooks/webhook-issue'
import type { TextsOf } from '../store/masked'
import { keptChange } from '../team/change'
import type { StoreMethods } from './store'

const time = z.number()
const place = z.object(placeShape)
const text = z.string()

const call = loggedCall.omit({ id: true, operator: true, desk: true, found: true })
const parts = z.array(z.object({ part: nameText, content: z.unknown(), file: nameText.nullable(), bytes: z.number() }))
const sentHead = passthroughDraft
  .pick({ workspaceId: true, region: true, connector: true, method: true, path: true })
  .extend({ providerError: providerError.pick({ status: true, code: true }).optional() })
const runHead = manyHead.pick({ region: true, name: true, method: true, path: true, asked: true })
const runAnswer = z.object({ run: nameText, place: z.number(), sent: nameText, content: z.unknown() })
const savedRequest = z.object({
  ...{ id: nameText, folderId: nameText.nullable(), name: text, at: time },
  head: jsonText(savedHead.pick({ method: true, path: true, region: true, connector: true })),
  encrypted: z.unknown()
})

/** Masked texts of each call. List every new method; null for methods that only read or have no free text. */
export const storeTexts: TextsOf<StoreMethods> = {
  addCalls: z.object({ calls: z.array(call), operator: text }),
  beginCall: z.object({ call, operator: text }),
  endCall: z.object({ id: z.number(), call, operator: text }),
  takeCutOffCalls: z.object({ operator: text }),
  keepWorkspaceName: z.object({ workspaceId: nameText, name: text }),
  addFound: z.object({
    ...{ workspaceId: nameText, call: z.number(), operator: text, outcome: nameText },
    ...{ note: z.unknown(), foundAt: time }
  }),
  unknownSends: null,
  unknownAbout: null,
  foundOf: null,
  verifyAudit: null,
  listCalls: null,
  listGrouped: null,
  listPart: null,
  countCalls: null,
  chartCalls: null,
  sumCalls: null,
  recordedWorkspaces: null,

  tokenTeam: null,
  knownAmong: null,
  beginTokenChange: z.object({ place, at: time, fingerprint: nameText, operator: text }),
  endTokenChange: z.object({ id: z.number(), operator: text }),
  teamToken: null,
  tokenChanges: null,
  addApproval: z.object({
    record: z.object({
      ...{ workspace: nameText, at: time, what: nameText, request: nameText, act: nameText },
      ...{ digest: nameText, author: nameText, decider: nameText, why: text }
    }),
    operator: text
  }),
  approvalReasons: null,

  beginSent: z.object({
    ...{ id: nameText, workspaceId: nameText, at: time, isRead: z.boolean() },
    ...{ head: jsonText(sentHead), words: text, parts, run: nameText.optional() }
  }),
  endSent: z.object({
    ...{ id: nameText, outcome: outcome.nullable(), status: z.number().nullable(), bytes: z.number() },
    ...{ head: jsonText(sentHead), words: text, parts, answer: runAnswer.nullable() }
  }),
  beginRun: z.object({ id: nameText, workspaceId: nameText, at: time, head: jsonText(runHead), setup: z.unknown() }),
  markRun: z.object({ id: nameText, state: manyState, why: text, endedAt: time.nullable() }),
  changeRun: null,
  runs: null,
  getRun: null,
  removeRun: null,
  listSent: null,
  getSent: null,
  sentPart: null,
  removeSent: null,
  forgetSent: null,
  pruneSent: null,
  sentFiles: null,
  sentStored: null,
  tabs: null,
  putTab: null,
  removeTab: null,
  arrangeTabs: null,
  folders: null,
  savedHeads: null,
  getSaved: null,
  putSaved: z.object({ workspaceId: nameText, folders: z.array(folder), requests: z.array(savedRequest) }),
  receiveSaved: z.object({
    workspaceId: nameText,
    request: savedRequest,
    change: nameText,
    copy: savedRequest.nullable()
  }),
  moveSaved: z.object({ workspaceId: nameText, id: nameText, folderId: nameText.nullable(), name: text }),
  removeSaved: null,
  removeFolders: null,
  accessCheck: null,
  putAccessCheck: null,
  variables: null,
  putVariables: z.object({ workspaceId: nameText, variables: z.array(variable) }),
  shelfFiles: null,
  shelfContent: null,
  // Encrypted.
  putShelfFile: null,
  removeShelfFile: null,
  shelfWorkspaces: null,
  connectorValues: null,
  valueOwners: null,
  putConnectorValue: z.object({
    ...{ workspaceId: nameText, region: nameText, key: nameText, name: text },
    encrypted: z.unknown()
  }),
  removeConnectorValue: null,
  workspaces: null,
  removeLibrary: null,
  removeEncrypted: null,

  keptLookups: null,
  keepLookups: z.object({ place, readAt: time, content: jsonText(lookups) }),
  statusPages: null,
  putStatusPage: z.object({
    workspaceId: nameText,
    page: z.object({
      ...{ integration: nameText, address: nameText, agreed: z.boolean() },
      content: jsonText(keptStatusRead).nullable()
    })
  }),
  keepStatusRead: z.object({
    workspaceId: nameText,
    page: z.object({ integration: nameText, address: nameText, content: jsonText(keptStatusRead).nullable() })
  }),
  removeStatusPage: null,
  pastedFields: null,
  putPastedField: z.object({ place, id: nameText, name: text, at: time }),
  removePastedField: null,
  encryptedItem: null,
  encryptedItems: null,
  putEncryptedItem: null,
  removeEncryptedItem: null,
  removeEncryptedItems: null,
  settleMappings: z.object({ place, findings: z.array(mappingFinding), at: time }),
  addToChangeLog: z.object({ place, at: time, entry: jsonText(changeLogEntry), operator: text }),
  updateChangeLog: z.object({ id: z.number(), entry: jsonText(changeLogEntry), operator: text }),
  changeLog: null,

  rememberFetch: pastFetch,
  pastFetches: null,
  forgetFetch: null,
  connectorKeys: null,
  savedFilters: null,
  saveFilter: savedFilter.pick({ id: true, name: true, filters: true }).extend({ workspaceId: nameText }),
  removeFilter: null,

  noteAccess: null,
  noteCount: null,
  seeOne: z.object({
    place,
    row: z.object({
      key: nameText,
      category,
      record: connectorRecord,
      tokenRef: nameText.nullish(),
      digest: nameText.optional()
    }),
    at: time
  }),
  markDeleted: null,
  lastRows: null,
  names: null,
  lastRecord: null,
  placesOf: null,
  syncRuns: null,
  keepSyncRun: z.object({ place, run: syncRun }),

  beginRefresh: null,
  // A page is bytes: its records are masked already (connectors/refresh-keeper.ts).
  appendPage: null,
  endRefresh: null,
  refreshes: null,
  compare: null,
  issueList: null,
  issueNews: null,
  issuePage: null,
  limitHeadcounts: null,
  keptIssues: null,
  relinks: null,
  diagnoses: null,
  listRows: null,
  listKeys: null,
  listCounts: null,
  keptList: null,
  listByKeys: null,
  listFind: null,
  listTally: z.object({ place, now: time, refreshed: z.boolean(), names: z.record(nameText, text) }),
  listIntegrations: null,
  listConfirmed: null,
  listCustomer: null,
  listMatch: null,
  connector: null,
  newIssues: null,
  changeWatchedIssue: z.object({ place, id: z.number(), change: issueChange }),
  settleWebhooks: z.object({ place, findings: z.array(webhookFinding), whole: z.boolean(), at: time }),
  endWebhookIssues: null,
  changeIssues: z.object({ place, keys: z.array(nameText), change: issueChange, now: time }),
  trends: null,
  runbooks: null,
  runbook: null,
  saveRunbook: z.object({
    ...{ workspaceId: nameText, id: nameText, at: time, by: text.nullish(), before: time.nullable() },
    content: runbookContent
  }),
  removeRunbook: null,
  rankRunbooks: null,
  alertPast: null,
  alertRules: null,
  saveAlertRule: z.object({
    ...{ workspaceId: nameText, id: nameText, content: alertRule, at: time, before: time.nullable() }
  }),
  removeAlertRule: null,
  consents: null,
  keepConsent: z.object({ consent: consent.extend({ workspaceId: nameText, digest: nameText }) }),
  endConsent: null,
  alertIncidents: null,
  alertMessages: null,
  claimAlerts: z.object({
    place,
    claims: z.array(z.object({ id: nameText, message: nameText, of: claimed, at: time, by: text.nullable() }))
  }),
  endAlert: z.object({ place, message: nameText, end: messageEnd }),
  closeAlerts: z.object({ said: text, running: z.array(nameText) }),
  endedIssues: null,

  // Encrypted; an origin ID is a name.
  contacts: null,
  contactsOf: null,
  putContacts: null,
  removeContacts: null,
  forgetCustomer: null,
  sharedGuards: null,
  // Main masks the expression; samples are encrypted.
  tellGuards: null,
  samplesAllowed: null,
  allowSamples: null,
  forgottenConnectors: null,
  removeForgotten: null,
  addMessages: null,
  countMessages: null,
  leaveMessage: null,
  endMessage: null,
  cutOffMessages: null,
  unmarkedMessages: null,
  markMessage: null,
  messages: null,
  campaignMessages: null,
  claimedLetters: null,
  colleaguesLetters: null,
  claimLetters: null,
  campaigns: null,
  putCampaign: null,
  removeCampaign: null,
  outages: null,
  addOutageStep: z.object({ place, row: outageStep.extend({ at: time, by: text.nullable() }) }),
  // An origin ID is a name.
  addOutageTold: null,
  endOutageTold: null,
  outageToldOf: null,

  ticketOf: null,
  allTickets: null,
  beginTicket: z.object({ service: nameText, ticket, told: nameText.nullable() }),
  changeTicket: z.object({ service: nameText, id: nameText, change: ticket.partial(), told: nameText.nullable() }),
  recoveredTickets: null,
  cutOffTickets: z.object({ why: text }),
  forgetTickets: null,

  setDueTimes: z.object({ workspaceId: nameText, dueTimes: dueTimes.nullable() }),
  dueTimes: z.object({ known: z.array(z.object({ workspaceId: nameText, dueTimes })) }),
  teamLink: null,
  joinTeam: null,
  keepRight: null,
  leaveTeam: null,
  takeUpIssues: null,
  sharedIssue: null,
  staleItems: null,
  dropContent: null,
  refuseChanges: null,
  dropWaiting: null,
  waitingChanges: null,
  missed: null,
  filled: null,
  pendingChanges: null,
  expireWaiting: null,
  toldExpired: null,
  receiveChanges: z.object({
    ...{ changes: z.array(keptChange), unread: z.array(nameText), readTo: z.number().nullable() },
    reader: z.object({ account: nameText, operator: text })
  }),
  ownedIssues: null,
  teamOperators: null,
  readSoFar: null,
  keepRead: null,

  removeWorkspace: null,
  keeping: null,
  prune: null,
  close: null
}
