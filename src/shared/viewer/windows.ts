import { z } from 'zod'

/** `binary` is only saved, never drawn. */
export const bodyKind = z.enum(['json', 'xml', 'text', 'binary', 'empty'])
export type BodyKind = z.infer<typeof bodyKind>

export const valueKind = z.enum(['object', 'array', 'string', 'number', 'boolean', 'null'])
export type ValueKind = z.infer<typeof valueKind>

/** A list of objects. */
export const tableRef = z.object({ node: z.number(), jmespath: z.string(), rows: z.number() })

export const bodySummary = z.object({
  kind: bodyKind,
  /** 0 without a pretty form. */
  prettyLines: z.number(),
  /** Very long lines are cut into several. */
  rawLines: z.number(),
  values: z.number(),
  /** As "broken off" or "nested too deep". */
  notices: z.array(z.string()),
  tables: z.array(tableRef),
  /** The rest of a large body follows. */
  beginning: z.boolean().optional()
})
export type BodySummary = z.infer<typeof bodySummary>

/** No indentation; see `depth`. */
export const bodyLine = z.object({
  /** From 0. */
  line: z.number(),
  depth: z.number(),
  /** The JSON value that begins here. */
  node: z.number().nullable(),
  /** With its quotes. */
  key: z.string().nullable(),
  text: z.string(),
  kind: valueKind.nullable(),
  comma: z.boolean(),
  /** Last line of the container that begins here, or null. */
  endLine: z.number().nullable(),
  cut: z.number()
})
export type BodyLine = z.infer<typeof bodyLine>

export const lineWindow = z.object({ total: z.number(), lines: z.array(bodyLine) })
export type LineWindow = z.infer<typeof lineWindow>

export const treeNode = z.object({
  node: z.number(),
  /** A name or a position. */
  name: z.union([z.string(), z.number()]),
  kind: valueKind,
  /** A scalar as it came; empty for a container. */
  text: z.string(),
  cut: z.number(),
  children: z.number(),
  /** The object has this name more than once. */
  repeated: z.boolean()
})
export const treeWindow = z.object({ total: z.number(), nodes: z.array(treeNode) })
export type TreeWindow = z.infer<typeof treeWindow>

export const tableCell = z.object({ node: z.number(), kind: valueKind, text: z.string(), cut: z.number() })
export const tableWindow = z.object({
  columns: z.array(z.object({ name: z.string(), nulls: z.number() })),
  moreColumns: z.boolean(),
  total: z.number(),
  /** A missing name is null, unlike a JSON null. */
  rows: z.array(z.object({ node: z.number(), cells: z.array(tableCell.nullable()) }))
})
export type TableWindow = z.infer<typeof tableWindow>

/** In the pretty form if there is one. */
export const match = z.object({
  line: z.number(),
  /** The part of the line in which `at` counts. */
  in: z.enum(['key', 'text']),
  at: z.number(),
  length: z.number(),
  node: z.number().nullable()
})
export const found = z.object({
  /** Counted up to a limit: see `more`. */
  total: z.number(),
  more: z.boolean(),
  matches: z.array(match)
})
export type Found = z.infer<typeof found>

/** `path`: JSON pointer or line; before or after is null if absent. */
export const difference = z.object({
  path: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  before: z.string().nullable(),
  after: z.string().nullable()
})
export const comparison = z.object({
  /** False: by line, because one body is not JSON. */
  structural: z.boolean(),
  more: z.boolean(),
  differences: z.array(difference)
})
export type Comparison = z.infer<typeof comparison>

export const window = { from: z.int().min(0), count: z.int().min(1).max(1_000) }
