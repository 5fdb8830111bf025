import { z } from 'zod'
import { region } from '../workspaces/region'
import { environment } from '../workspaces/workspace'

/** A request as main will send it. */
export const shownRequest = z.object({
  /** In the operator's words; empty if the title says it. */
  what: z.string(),
  method: z.string(),
  /** With variables filled and query; for passthrough the provider's path. */
  path: z.string(),
  /** Without the headers that every request has. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** null: no body */
  body: z
    .object({
      bytes: z.number(),
      /** SHA-256 in hex, of the sent bytes. */
      digest: z.string(),
      /** The body up to `shownInFull` characters, with long runs of blanks counted; of a longer one the beginning. */
      text: z.string(),
      /** The end of a longer body; null if `text` is complete. */
      end: z.string().nullable(),
      /** Files with name, type by content, size and SHA-256; `text` has only their names. */
      files: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.number(), digest: z.string() }))
    })
    .nullable(),
  /** Lengths, in characters, of hidden tokens. */
  hidden: z.array(z.number())
})
export type ShownRequest = z.infer<typeof shownRequest>

/** All that the confirmation window shows. It never holds a token. */
export const shownAct = z.object({
  title: z.string(),
  /** Label of the button that confirms. */
  verb: z.string(),
  danger: z.boolean(),
  /** The consequences. */
  note: z.string(),
  warnings: z.array(z.string()),
  /** Empty for the whole app. */
  workspace: z.string(),
  practice: z.boolean(),
  /** Scheme, host and port; null if the act reaches no service */
  origin: z.string().nullable(),
  /** null: not set, or for the whole app */
  environment: environment.nullable(),
  /** null: for the whole app */
  region: region.nullable(),
  /** `integration`: its display name. */
  connector: z
    .object({ key: z.string(), endUser: z.string(), integration: z.string(), isTest: z.boolean() })
    .nullable(),
  /** Names and values, in order. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  /** A text that the operator has to type exactly. */
  typed: z.object({ label: z.string(), text: z.string() }).nullable(),
  requests: z.array(shownRequest)
})
export type ShownAct = z.infer<typeof shownAct>

/** Characters; of a longer body the window shows beginning and end, and offers to save it. */
export const shownInFull = 256 * 1024

/**
 * ms that a confirmation stays unarmed after it appears and after each key press, click and change of focus, so that
 * input for another window does not answer it.
 */
export const armsAfterMs = 1_500

export const confirmAnswer = z.strictObject({ agreed: z.boolean(), typed: z.string().max(20_000) })
export type ConfirmAnswer = z.infer<typeof confirmAnswer>

const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu

/** A name as a person can type it: one line, no invisible characters. May be empty. */
export const typeable = (name: string): string =>
  name.replace(/\s/gu, ' ').replace(unseen, '').replace(/ {2,}/g, ' ').trim().normalize('NFC')

/** The preload of the confirmation window puts only this on `window.confirmation`. */
export interface ConfirmBridge {
  /** @returns a `ShownAct` as JSON */
  read(): Promise<string>
  /** Says that the page can be shown, and waits until it is. Main closes a window that says nothing in time. */
  drawn(): Promise<void>
  /** Reports focus as main sees it: main counts from then. */
  onFocus(listener: () => void): void
  /** Reports a broken page: main closes the window and tells the operator. */
  failed(): void
  /** Saves a request's body to a file that the person chooses. @returns whether a file was written */
  save(request: number): Promise<boolean>
  answer(answer: ConfirmAnswer): void
}
