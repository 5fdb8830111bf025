import { z } from 'zod'
import { region } from '../workspaces/region'
import { environment } from '../workspaces/workspace'

/** One request of an act, as main will send it. */
export const shownRequest = z.object({
  /** What it does, in the operator's words; empty where the title says it. */
  what: z.string(),
  method: z.string(),
  /** Variables filled, with its query; of a passthrough request that of the third party. */
  path: z.string(),
  /** Names and values, without those that every request has. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** null where nothing is sent with it */
  body: z
    .object({
      bytes: z.number(),
      /** SHA-256 in hex, of what leaves. */
      digest: z.string(),
      /** All of it up to `shownInFull` characters, with long runs of blanks counted; of a longer one its beginning. */
      text: z.string(),
      /** Of a longer one its end; null where `text` is all of it. */
      end: z.string().nullable(),
      /** The files in it, by name, what they begin like, size and SHA-256: `text` has their names only. */
      files: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.number(), digest: z.string() }))
    })
    .nullable(),
  /** The lengths of the places where a token of the app's own is hidden, in characters. */
  hidden: z.array(z.number())
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
  /** Empty where it is of none. */
  workspace: z.string(),
  practice: z.boolean(),
  /** Where its requests go: scheme, host and port. null where the act reaches no service */
  origin: z.string().nullable(),
  /** null: not named yet, or of the whole app */
  environment: environment.nullable(),
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

/** Characters of a body that are shown: what is longer is shown by its beginning and its end, and can be saved. */
export const shownInFull = 256 * 1024

/**
 * How long a confirmation stays unarmed after it is shown and after each key press, click and change of focus, ms: what
 * was meant for another window answers nothing.
 */
export const armsAfterMs = 1_500

/** The operator's answer. */
export const confirmAnswer = z.strictObject({ agreed: z.boolean(), typed: z.string().max(20_000) })
export type ConfirmAnswer = z.infer<typeof confirmAnswer>

const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu

/** A name as a person can type it: on one line, and without what cannot be seen. Empty where nothing is left. */
export const typeable = (name: string): string =>
  name.replace(/\s/gu, ' ').replace(unseen, '').replace(/ {2,}/g, ' ').trim().normalize('NFC')

/** What the preload of the confirmation window puts on `window.confirmation`: nothing but this. */
export interface ConfirmBridge {
  /** @returns a `ShownAct` as JSON */
  read(): Promise<string>
  /** Says that the question can be shown, and waits until it is. A window that does not say so in time is closed. */
  drawn(): Promise<void>
  /** Calls the listener whenever the window gets the focus, as main sees it: main counts from then. */
  onFocus(listener: () => void): void
  /** Says that the page is broken: main closes the window, and says so. */
  failed(): void
  /** Saves what a request will send, in a file that the person chooses. @returns whether a file was written */
  save(request: number): Promise<boolean>
  answer(answer: ConfirmAnswer): void
}
