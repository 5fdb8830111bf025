import { z } from 'zod'
import { ownName } from '../own-name'
import { answerCheck, mostChecks } from '../passthrough/answer-checks'
import { longestName } from '../passthrough/library'
import { pair, passthroughMethod, requestFormat, responseFormat } from '../passthrough/passthrough'
import { shelfHead } from '../passthrough/shelf'
import { plainName } from '../plain-name'
import { region } from '../workspaces/region'

/** Characters of JSON; a larger request stays on its desk. */
export const mostContent = 150_000

/** Per workspace. Items beyond are not shown; the window says how many there are. */
export const mostShared = {
  folder: 1_000,
  request: 5_000,
  filter: 1_000,
  shelf: 500,
  runbook: 500,
  alert: 100,
  contact: 20_000
} as const

/** Bytes of a file on the shelf, compressed; a larger one stays on its desk. */
export const mostShelf = 4_000_000
/** Characters of a part of it. */
export const mostPart = 150_000

const name = plainName(longestName)
const id = z.uuid().nullable()
const short = z.string().max(2_000)
const named = ownName(z.string().max(2_000))
const rows = z.array(pair.extend({ name: short, value: z.string().max(20_000) })).max(500)
const text = z.string().max(mostContent)

/** Fields with the same meaning on every desk. */
const connector = z.strictObject({
  key: named,
  originId: short.nullable(),
  endUser: short,
  integrationSlug: named,
  isTest: z.boolean()
})

/** Leaves out data of one computer. */
export const sharedContent = z.strictObject({
  region,
  connector: connector.nullable(),
  method: passthroughMethod,
  path: z.string().max(20_000),
  params: rows,
  paramsJson: text.optional(),
  headers: rows,
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.enum(['json', 'xml']), text }),
    z.strictObject({
      kind: z.literal('parts'),
      parts: z.array(z.strictObject({ name: short, enabled: z.boolean(), text: text.nullable() })).max(200)
    })
  ]),
  requestFormat: requestFormat.nullable(),
  responseFormat: responseFormat.nullable(),
  timeout: z.string().max(40),
  route: z.literal('unified').optional()
})
const checks = z.array(z.strictObject({ ...answerCheck.shape, at: short, value: short })).max(mostChecks)
export const checkedContent = sharedContent.extend({ checks: checks.optional() })
export type SharedContent = z.infer<typeof checkedContent>

/** Separate, so that a rename does not undo an edit. */
const place = z.strictObject({ name, within: id })
export type ItemPlace = z.infer<typeof place>

export const folderFields = { place, removed: z.literal(true) } as const

/** `checked`: the content again, with its checks: earlier versions refuse a field that they do not know. */
export const requestFields = {
  place,
  content: sharedContent,
  checked: sharedContent.extend({ checks }),
  removed: z.literal(true)
} as const

/** `writes`: ids of operations that are marked as writes. */
export const shelfContent = z.strictObject({
  integration: named,
  head: z.strictObject(shelfHead.shape).extend({ by: short }),
  writes: z.array(named).max(1_000),
  parts: z
    .number()
    .int()
    .min(1)
    .max(Math.ceil(((mostShelf / 3) * 4 + 4) / mostPart))
})
export type SharedShelf = z.infer<typeof shelfContent>

/** `part`: compressed and in base64, before the content, which says how many there are. No masker reads it. */
export const shelfFields = {
  part: ownName(
    z
      .string()
      .regex(/^[\w+/=]+$/)
      .max(mostPart)
  ),
  content: shelfContent,
  removed: z.literal(true)
} as const
