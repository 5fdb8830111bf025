/** `path` is part of path and query. */
export interface FaultTarget {
  path?: string
  /** From 1. */
  nth?: number
  /** Default: all. */
  times?: number
}

/** Before authentication and limits. */
export interface AnswerFaultParams {
  /** Default: 500 with {detail}. */
  status: { status?: number; body?: unknown; headers?: Record<string, string> }
  /** A gateway's HTML page (default status 200). */
  html: { status?: number }
  garbage: unknown
  /** Half of the promised body, then the socket closes. */
  truncated: unknown
  /** A body without end (4 GB). */
  endless: unknown
  reset: unknown
  /** Only on a reused socket: a keep-alive connection lost unnoticed. */
  'stale-socket': unknown
  hang: unknown
  /** About 1 MB of gzip, `megabytes` (default 1024) of valid JSON. */
  'gzip-bomb': { megabytes?: number }
  /** `depth`: default 20,000. */
  deep: { depth?: number }
  /** Default: 307 to another host. */
  redirect: { location?: string; status?: number }
}

/** They count answered pages only. */
export interface PageFaultParams {
  /** Default: `items`. */
  'wrong-shape': { shape?: 'items' | 'cursor' | 'array' }
  /** After `period` (default 2) pages. */
  'cursor-loop': { period?: number }
  /** `bytes`: default 1 MB; valid. */
  'huge-cursor': { bytes?: number }
  /** A cursor with `&x=`, `%`, `+`, `#` and unicode; valid verbatim. */
  'cursor-chars': unknown
  /** A cursor with CR, LF and a fake header; valid verbatim. */
  'cursor-lines': unknown
  /** `missing` omits it. */
  'cursor-type': { as?: 'number' | 'object' | 'true' | 'array' | 'empty' | 'missing' }
  /** Every n-th record (default 3rd) has unknown enum values. */
  'unknown-enums': { every?: number }
  /** The last `count` (default 1) records. */
  'repeat-ids': { count?: number }
}

/** Carried out, but the socket is reset (default) or stays silent. */
export interface LossFaultParams {
  'lost-answer': { how?: 'reset' | 'hang' }
}

/** `delayMs` (default 3,000), or until the faults change. */
export interface DelayFaultParams {
  slow: { delayMs?: number }
}

type Members<M> = { [N in keyof M]: { name: N } & FaultTarget & M[N] }[keyof M]

export type AnswerFault = Members<AnswerFaultParams>
export type PageFault = Members<PageFaultParams>
export type DelayFault = Members<DelayFaultParams>
export type LossFault = Members<LossFaultParams>
export type Fault = AnswerFault | PageFault | DelayFault | LossFault

const ANSWERS: Record<AnswerFault['name'], true> = {
  status: true,
  html: true,
  garbage: true,
  truncated: true,
  endless: true,
  reset: true,
  'stale-socket': true,
  hang: true,
  'gzip-bomb': true,
  deep: true,
  redirect: true
}

const PAGES: Record<PageFault['name'], true> = {
  'wrong-shape': true,
  'cursor-loop': true,
  'huge-cursor': true,
  'cursor-chars': true,
  'cursor-lines': true,
  'cursor-type': true,
  'unknown-enums': true,
  'repeat-ids': true
}

export const FAULT_NAMES: readonly string[] = [...Object.keys(ANSWERS), ...Object.keys(PAGES), 'slow', 'lost-answer']

export class ArmedFaults {
  private readonly armed: { fault: Fault; hits: number }[]

  constructor(faults: readonly Fault[]) {
    this.armed = faults.map((fault) => ({ fault, hits: 0 }))
  }

  /** ms. */
  delayOf(target: string): number {
    const due = this.due(target, (fault): fault is DelayFault => fault.name === 'slow')
    return due.reduce((sum, fault) => sum + (fault.delayMs ?? 3000), 0)
  }

  /** @param reused an earlier request used the socket */
  answerOf(target: string, reused: boolean): AnswerFault | undefined {
    const inForce = (fault: Fault): fault is AnswerFault =>
      fault.name in ANSWERS && (reused || fault.name !== 'stale-socket')
    return this.due(target, inForce)[0]
  }

  lossOf(target: string): LossFault | undefined {
    return this.due(target, (fault): fault is LossFault => fault.name === 'lost-answer')[0]
  }

  pagesOf(target: string): PageFault[] {
    return this.due(target, (fault): fault is PageFault => fault.name in PAGES)
  }

  private due<F extends Fault>(target: string, kind: (fault: Fault) => fault is F): F[] {
    const out: F[] = []
    for (const one of this.armed) {
      const { fault } = one
      if (!kind(fault) || !target.includes(fault.path ?? '')) continue
      one.hits++
      const first = fault.nth ?? 1
      if (one.hits >= first && one.hits < first + (fault.times ?? Infinity)) out.push(fault)
    }
    return out
  }
}
