import { z } from 'zod'
import { region } from './model/region'

/** One request of an act, as main will send it. */
export const shownRequest = z.object({
  /** What it does, in the operator's words; empty where the title says it. */
  what: z.string(),
  method: z.string(),
  /** Variables filled; of a passthrough request that of the third party. */
  path: z.string(),
  /** null where nothing is sent with it. `digest`: SHA-256 in hex; `beginning`: enough to know it again. */
  body: z.object({ bytes: z.number(), digest: z.string(), beginning: z.string() }).nullable()
})
export type ShownRequest = z.infer<typeof shownRequest>

/** An act that waits for the operator: all that the confirmation window shows. It never holds a token. */
export const shownAct = z.object({
  title: z.string(),
  /** Of the button that confirms. */
  verb: z.string(),
  danger: z.boolean(),
  /** What follows from it. */
  note: z.string(),
  /** Why it needs a second look. */
  warnings: z.array(z.string()),
  workspace: z.string(),
  practice: z.boolean(),
  /** null: of the whole app */
  region: region.nullable(),
  /** `integration`: its display name. */
  connector: z
    .object({ key: z.string(), endUser: z.string(), integration: z.string(), isTest: z.boolean() })
    .nullable(),
  /** Name and value, in order. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  /** What has to be typed, exactly. */
  typed: z.object({ label: z.string(), text: z.string() }).nullable(),
  requests: z.array(shownRequest)
})
export type ShownAct = z.infer<typeof shownAct>

/** The operator's answer. */
export const confirmAnswer = z.strictObject({ agreed: z.boolean(), typed: z.string().max(20_000) })
export type ConfirmAnswer = z.infer<typeof confirmAnswer>

/** What the preload of the confirmation window puts on `window.confirmation`: nothing but this. */
export interface ConfirmBridge {
  /** @returns a `ShownAct` as JSON */
  read(): Promise<string>
  answer(answer: ConfirmAnswer): void
}
