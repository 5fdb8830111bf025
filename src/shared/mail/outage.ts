import { z } from 'zod'
import { nameText, ownName } from '../own-name'
import { contactLimits } from './address'

/** `first`: do not relink, we are on it. `clear`: it works again. `over`: closed without a letter. */
export const stepKind = z.enum(['first', 'update', 'clear', 'over'])
export type StepKind = z.infer<typeof stepKind>
export const letterKinds = ['first', 'update', 'clear'] as const
export type LetterKind = (typeof letterKinds)[number]

/** The first line, `Subject: …`, is the subject. */
const letterText = z.string().max(20_000)
const language = z.string().regex(/^(?:[a-z]{2})?$/)
/** A letter by language, ISO 639-1; the empty one is for every other language. */
export const outageLetters = z.record(language, letterText)
export type OutageLetters = z.infer<typeof outageLetters>

/** Of a workspace; what is absent is the app's own. */
export const outageTemplates = z.object({ first: outageLetters, update: outageLetters, clear: outageLetters }).partial()
export type OutageTemplates = z.infer<typeof outageTemplates>

const time = z.number().int().min(0).max(8.64e15)
const originId = ownName(z.string().min(1).max(contactLimits.originId))

/** One step of the `number`th outage of an integration; the same on all desks of a team. */
const stepName = {
  integration: ownName(z.string().min(1).max(2_000)),
  number: z.number().int().min(1).max(1e6),
  step: z.number().int().min(1).max(1e4)
}
/** `first`: of the outage's failures, ms since 1970. */
export const outageStep = z.strictObject({ ...stepName, kind: stepKind, first: time, letters: outageLetters })
export type OutageStep = z.infer<typeof outageStep>

/** A customer is told a step once: `try` counts only what certainly did not leave. `keys`: `<category>:<id>`. */
export const outageTold = z.strictObject({
  ...stepName,
  originId,
  try: z.number().int().min(1).max(1e4),
  keys: z
    .array(ownName(z.string().min(2).max(2_000)))
    .min(1)
    .max(500)
})
export type OutageTold = z.infer<typeof outageTold>

export const toldEnd = z.strictObject({ state: z.enum(['sent', 'refused', 'unknown']) })
export type ToldEnd = z.infer<typeof toldEnd>['state']

/** `by`: null on this desk. `state`: null while it is under way, here or on another desk. */
export const customerTold = z.object({
  originId: ownName(z.string()),
  step: z.number(),
  /** Counts what certainly did not leave. */
  try: z.number(),
  at: z.number(),
  by: z.string().nullable(),
  state: toldEnd.shape.state.nullable()
})
export type CustomerTold = z.infer<typeof customerTold>

export const knownStep = z.object({
  step: z.number(),
  kind: stepKind,
  at: z.number(),
  by: z.string().nullable(),
  letters: outageLetters
})
export type KnownStep = z.infer<typeof knownStep>

/**
 * `open`: relink requests are held back. `clearing`: the all clear has left, and some were not told. Times in ms since
 * 1970.
 */
export const knownOutage = z.object({
  integration: z.string(),
  number: z.number(),
  state: z.enum(['open', 'clearing', 'over']),
  first: z.number(),
  steps: z.array(knownStep),
  /** The last try of each customer and step. */
  told: z.array(customerTold),
  /** Customers whose connectors still fail, told or not. */
  failing: z.number(),
  /** Of them, those who were not told. */
  untold: z.number(),
  /** Told, and owed the all clear. */
  owed: z.number()
})
export type KnownOutage = z.infer<typeof knownOutage>

/** `to`: empty without a contact. `fails`: at least one connector still does. */
export const outageCustomer = z.object({
  originId: ownName(z.string()).nullable(),
  customer: z.string(),
  keys: z.array(nameText),
  employees: z.number().nullable(),
  since: z.number().nullable(),
  lastGood: z.number().nullable(),
  fails: z.boolean(),
  to: z.array(nameText),
  language: z.string()
})
export type OutageCustomer = z.infer<typeof outageCustomer>

/** `outage`: null before the first letter. `number`: of the next step's outage. */
export const outageDesk = z.object({
  integration: z.string(),
  number: z.number(),
  first: z.number(),
  outage: knownOutage.nullable(),
  customers: z.array(outageCustomer),
  templates: outageTemplates,
  /** Requests of these customers that wait for the all clear. */
  held: z.number(),
  /** Until when late customers get the first letter by themselves, ms since 1970; null: they do not. */
  late: z.number().nullable(),
  /** Why they do not, though a person agreed to it. */
  lateNot: z.enum(['changed', 'ended', 'no-colleague']).nullable()
})
export type OutageDesk = z.infer<typeof outageDesk>

/** Why a relink request of a connector waits. `since`: when the customers were first told, ms since 1970. */
export const heldBack = z.object({ integration: z.string(), since: z.number() })
export type HeldBack = z.infer<typeof heldBack>
