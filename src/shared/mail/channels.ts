import { z } from 'zod'
import { outcome } from '../doctor/finding'
import { nameText } from '../own-name'
import { placeShape } from '../workspaces/place'
import { campaignChange, campaignHead, keptCampaign, reminderRule, shownCampaign } from './campaign'
import { contactRow, contacts, customerContacts, originId } from './contact'
import { knownOutage, letterKinds, outageDesk, outageLetters } from './outage'
import { mailAccount, mailState, message } from './mail'

const requestId = z.uuid()
const workspaceId = z.uuid()

/** Letters of one press, each to one customer. */
export const mostLetters = 500
/** Of a CSV file. */
export const mostContactRows = 20_000

const letter = z.object({
  /** All of this customer. */
  keys: z.array(nameText.max(2_100)).min(1).max(500),
  /** Addresses among the customer's contacts. */
  to: z.array(nameText.max(254)).min(1).max(20),
  subject: z.string().max(1_000),
  body: z.string().max(100_000),
  /** Also to a customer who was told not to relink during an outage. */
  despite: z.boolean().optional()
})
export type Letter = z.infer<typeof letter>
const letters = z.array(letter).min(1).max(mostLetters)

export const mailChannels = {
  'mail:get': { request: z.void(), response: mailState },
  /**
   * Confirmed in main's window.
   * @param password null leaves the one that is kept
   */
  'mail:setAccount': {
    request: z.object({ account: mailAccount.nullable(), password: z.string().max(1_000).nullable() }),
    response: mailState
  },
  /** Connects, encrypts and logs in; sends nothing. */
  'mail:test': { request: z.void(), response: outcome },

  'mail:contacts': { request: z.object({ workspaceId, originId }), response: contacts },
  'mail:allContacts': { request: z.object({ workspaceId }), response: z.array(customerContacts) },
  /**
   * `all` replaces those of a customer; `add` keeps the others, as a colleague may have changed them meanwhile. Errors:
   * invalid-input where a customer would have too many.
   */
  'mail:saveContacts': {
    request: z.object({ workspaceId, of: z.array(customerContacts).max(5_000), how: z.enum(['all', 'add']) }),
    response: z.void()
  },
  /** Asks for a CSV file, and keeps nothing. null if the operator cancels. */
  'mail:readContacts': {
    request: z.void(),
    response: z.object({ file: z.string(), rows: z.array(contactRow) }).nullable()
  },

  /** Confirmed in main's window. The messages as they ended, in the order of the letters. Cancelled as a job. */
  'mail:send': { request: z.object({ ...placeShape, requestId, letters }), response: z.array(message) },
  /** Writes what would leave, as .eml files, into a new folder. null if the operator cancels. */
  'mail:saveLetters': {
    request: z.object({ ...placeShape, letters }),
    response: z.object({ file: z.string(), letters: z.number() }).nullable()
  },
  /** The latest of a customer first. */
  'mail:messages': { request: z.object({ workspaceId, originId }), response: z.array(message) },

  /** The latest first. Campaigns are kept encrypted on this computer. */
  'mail:campaigns': { request: z.object(placeShape), response: z.array(campaignHead) },
  /** Errors: not-found, also for the others; keychain-locked. */
  'mail:campaign': { request: z.object({ ...placeShape, id: z.uuid() }), response: shownCampaign },
  'mail:startCampaign': {
    request: z.object({
      ...placeShape,
      of: keptCampaign.pick({ name: true, keys: true, integrations: true, zone: true })
    }),
    response: z.object({ id: z.uuid() })
  },
  /** Errors: invalid-input for a template with a placeholder that is not known. */
  'mail:changeCampaign': {
    request: z.object({ ...placeShape, id: z.uuid(), change: campaignChange }),
    response: shownCampaign
  },
  /** All that are ready; confirmed in main's window. Cancelled as a job. */
  'mail:sendCampaign': { request: z.object({ ...placeShape, requestId, id: z.uuid() }), response: shownCampaign },
  /** Writes what would leave, as `mail:saveLetters`. */
  'mail:saveCampaign': {
    request: z.object({ ...placeShape, id: z.uuid() }),
    response: z.object({ file: z.string(), letters: z.number() }).nullable()
  },
  /** Reminders that leave by themselves, confirmed in main's window; null ends them. */
  'mail:remind': {
    request: z.object({ ...placeShape, id: z.uuid(), rule: reminderRule.nullable() }),
    response: shownCampaign
  },
  'mail:removeCampaign': { request: z.object({ ...placeShape, id: z.uuid() }), response: z.void() },
  /** Of which customers are being told, or wait for the all clear. */
  'mail:outages': { request: z.object(placeShape), response: z.array(knownOutage) },
  /** Errors: outdated once it is over; keychain-locked. */
  'mail:outage': { request: z.object({ ...placeShape, integration: nameText }), response: outageDesk },
  /**
   * Confirmed in main's window; each customer gets each step once. `customers`: origin IDs; `name`: of the integration, as
   * letters say it. Errors: outdated where a colleague was faster. Cancelled as a job.
   */
  'mail:tellOutage': {
    request: z.object({
      ...{ ...placeShape, requestId, integration: nameText, name: z.string().max(200), zone: z.string().max(100) },
      ...{ number: z.number().int(), step: z.number().int(), kind: z.enum(letterKinds), letters: outageLetters },
      customers: z.array(originId).min(1).max(mostLetters)
    }),
    response: z.object({ desk: outageDesk, said: z.string() })
  },
  /** First letters to late customers that leave by themselves; on is confirmed in main's window. Errors: outdated. */
  'mail:tellLate': {
    request: z.object({ ...placeShape, integration: nameText, on: z.boolean() }),
    response: outageDesk
  },
  /** Without a letter. Errors: outdated. */
  'mail:closeOutage': {
    request: z.object({ ...placeShape, integration: nameText, number: z.number().int() }),
    response: z.void()
  },
  /** The workspace's texts of a step. Errors: invalid-input. */
  'mail:keepOutageLetters': {
    request: z.object({ workspaceId, kind: z.enum(letterKinds), letters: outageLetters }),
    response: z.void()
  },

  /** Confirmed in main's window, which says what stays. */
  'mail:forgetCustomer': { request: z.object({ workspaceId, originId }), response: z.void() }
} as const

export const mailEvents = {
  /** A campaign, or letters of one, changed. */
  'mail:campaignsChanged': z.void(),
  /** A letter left, here or on another desk. */
  'mail:outagesChanged': z.object(placeShape)
} as const
