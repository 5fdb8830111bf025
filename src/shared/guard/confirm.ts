import { z } from 'zod'
import { region } from '../workspaces/region'
import { environment } from '../workspaces/workspace'

export const shownRequest = z.object({
  /** Empty if the title says it. */
  what: z.string(),
  method: z.string(),
  /** Variables filled; for passthrough the provider's path. */
  path: z.string(),
  /** Leaves out headers that every request has. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** null: no body */
  body: z
    .object({
      bytes: z.number(),
      /** SHA-256 in hex, of the sent bytes. */
      digest: z.string(),
      /** Up to `shownInFull` characters, with long runs of blanks counted. */
      text: z.string(),
      /** The end of a longer body, or null. */
      end: z.string().nullable(),
      /** `text` has only their names. */
      files: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.number(), digest: z.string() }))
    })
    .nullable(),
  /** Characters of hidden tokens. */
  hidden: z.array(z.number())
})
export type ShownRequest = z.infer<typeof shownRequest>

/** It never holds a token. */
export const shownAct = z.object({
  title: z.string(),
  verb: z.string(),
  danger: z.boolean(),
  note: z.string(),
  warnings: z.array(z.string()),
  /** Empty for the whole app. */
  workspace: z.string(),
  practice: z.boolean(),
  /** Scheme, host and port; null: it reaches no service */
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
  /** To be typed exactly. */
  typed: z.object({ label: z.string(), text: z.string() }).nullable(),
  /** A colleague is asked, and may be told why. */
  asksWhy: z.literal(true).optional(),
  requests: z.array(shownRequest)
})
export type ShownAct = z.infer<typeof shownAct>

/** Characters; of a longer body the window shows beginning and end. */
export const shownInFull = 256 * 1024

/**
 * ms unarmed after it appears and after each key press, click and change of focus, so that input for another window
 * does not answer it.
 */
export const armsAfterMs = 1_500

/** Characters. */
export const longestWhy = 500

export const confirmAnswer = z.strictObject({
  agreed: z.boolean(),
  typed: z.string().max(20_000),
  why: z.string().max(longestWhy)
})
export type ConfirmAnswer = z.infer<typeof confirmAnswer>

const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu

/** One line, no invisible characters. May be empty. */
export const typeable = (name: string): string =>
  name.replace(/\s/gu, ' ').replace(unseen, '').replace(/ {2,}/g, ' ').trim().normalize('NFC')

/** All that the preload puts on `window.confirmation`. */
export interface ConfirmBridge {
  /** @returns a `ShownAct` as JSON */
  read(): Promise<string>
  /** Main closes a window that says nothing in time. */
  drawn(): Promise<void>
  /** As main sees it: main counts from then. */
  onFocus(listener: () => void): void
  /** Main closes the window and tells the operator. */
  failed(): void
  /** @returns whether a file was written */
  save(request: number): Promise<boolean>
  answer(answer: ConfirmAnswer): void
}
