import { z } from 'zod'

/** The kind of a body. `binary` is only saved, never drawn. */
export const bodyKind = z.enum(['json', 'xml', 'text', 'binary', 'empty'])
export type BodyKind = z.infer<typeof bodyKind>

export const valueKind = z.enum(['object', 'array', 'string', 'number', 'boolean', 'null'])
export type ValueKind = z.infer<typeof valueKind>

/** A list in a body whose items are objects: it can be drawn as a table. */
export const tableRef = z.object({ node: z.number(), jmespath: z.string(), rows: z.number() })

export const bodySummary = z.object({
  kind: bodyKind,
  /** Lines of the pretty form; 0 where there is none. */
  prettyLines: z.number(),
  /** Lines of the raw form; lines that are very long are cut into several. */
  rawLines: z.number(),
  /** Values of a JSON body. */
  values: z.number(),
  /** What the operator must know: broken off, not well-formed, nested too deep. */
  notices: z.array(z.string()),
  tables: z.array(tableRef),
  /** Only the beginning of a large body is open yet; the rest is being read, and its pretty lines follow these. */
  beginning: z.boolean().optional()
})
export type BodySummary = z.infer<typeof bodySummary>

/** A line of the pretty or raw form. Its text has no indentation: `depth` says how far. */
export const bodyLine = z.object({
  /** From 0. */
  line: z.number(),
  depth: z.number(),
  /** The value that begins here, JSON only. */
  node: z.number().nullable(),
  /** As it came, with its quotes. */
  key: z.string().nullable(),
  text: z.string(),
  kind: valueKind.nullable(),
  /** A comma follows, which is not in `text`. */
  comma: z.boolean(),
  /** Line on which the container that begins here ends, else null. */
  endLine: z.number().nullable(),
  /** Characters that were cut from the end of `text`. */
  cut: z.number()
})
export type BodyLine = z.infer<typeof bodyLine>

export const lineWindow = z.object({ total: z.number(), lines: z.array(bodyLine) })
export type LineWindow = z.infer<typeof lineWindow>

export const treeNode = z.object({
  node: z.number(),
  /** Decoded name in an object, or position in an array. */
  name: z.union([z.string(), z.number()]),
  kind: valueKind,
  /** A scalar as it came; of a container, nothing. */
  text: z.string(),
  cut: z.number(),
  children: z.number(),
  /** Another child of the same object has this name too. */
  repeated: z.boolean()
})
export const treeWindow = z.object({ total: z.number(), nodes: z.array(treeNode) })
export type TreeWindow = z.infer<typeof treeWindow>

export const tableCell = z.object({ node: z.number(), kind: valueKind, text: z.string(), cut: z.number() })
export const tableWindow = z.object({
  columns: z.array(z.object({ name: z.string(), nulls: z.number() })),
  /** More names occur than are shown. */
  moreColumns: z.boolean(),
  total: z.number(),
  /** A missing name is null, which a JSON null is not. */
  rows: z.array(z.object({ node: z.number(), cells: z.array(tableCell.nullable()) }))
})
export type TableWindow = z.infer<typeof tableWindow>

/** A place where a text was found: in the pretty form where there is one, else in the raw form. */
export const match = z.object({
  line: z.number(),
  /** `key` or `text` of the line, and the offset in it. */
  in: z.enum(['key', 'text']),
  at: z.number(),
  length: z.number(),
  node: z.number().nullable()
})
export const found = z.object({
  /** Never more than is counted: see `more`. */
  total: z.number(),
  more: z.boolean(),
  matches: z.array(match)
})
export type Found = z.infer<typeof found>

/** A difference between two bodies, `path` a JSON pointer or the line; before or after is null where there was nothing. */
export const difference = z.object({
  path: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  before: z.string().nullable(),
  after: z.string().nullable()
})
export const comparison = z.object({
  /** False: compared line by line, as at least one is not JSON. */
  structural: z.boolean(),
  more: z.boolean(),
  differences: z.array(difference)
})
export type Comparison = z.infer<typeof comparison>

/** Bounds of one answer. */
export const window = { from: z.int().min(0), count: z.int().min(1).max(1_000) }
