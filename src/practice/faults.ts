/** Which requests a fault hits: all whose target (path and query, as sent) contains `path`. */
export interface FaultTarget {
  path?: string
  /** The first matching request it hits, from 1. */
  nth?: number
  /** How many it hits from there on; without it, all. */
  times?: number
}

/** Faults that answer in the route's place, before authentication and limits. */
export interface AnswerFaultParams {
  /** This status (default 500) with this body (default {detail}). */
  status: { status?: number; body?: unknown; headers?: Record<string, string> }
  /** An HTML page, as gateways send it (default status 200). */
  html: { status?: number }
  /** 200 application/json that is not JSON. */
  garbage: unknown
  /** Half of the promised body, then the socket is gone. */
  truncated: unknown
  /** A body that never ends (4 GB, should anyone wait for it). */
  endless: unknown
  /** Socket reset before any answer. */
  reset: unknown
  /** The same, but only for a request on a socket that has served another one: a keep-alive connection lost unseen. */
  'stale-socket': unknown
  /** Taken, never answered. */
  hang: unknown
  /** About 1 MB of gzip that expands to `megabytes` (default 1024) of valid JSON. */
  'gzip-bomb': { megabytes?: number }
  /** JSON nested `depth` (default 20,000) arrays deep. */
  deep: { depth?: number }
  /** A redirect (default 307) to `location` (default another host). */
  redirect: { location?: string; status?: number }
}

/** Faults that bend the page a collection answers; they count pages, not refused requests. */
export interface PageFaultParams {
  /** `items` an object, `cursor` a number, or a bare `array` without an envelope (default items). */
  'wrong-shape': { shape?: 'items' | 'cursor' | 'array' }
  /** The cursor after `period` (default 2) pages is the first one again. */
  'cursor-loop': { period?: number }
  /** A cursor of `bytes` (default 1 MB); it works when it comes back. */
  'huge-cursor': { bytes?: number }
  /** A cursor with `&x=`, `%`, `+`, `#` and unicode; it works when it comes back verbatim. */
  'cursor-chars': unknown
  /** A cursor with CR, LF and what looks like a header; it works when it comes back verbatim. */
  'cursor-lines': unknown
  /** Another type of cursor (default number) wherever the walk goes on; `missing` leaves the field out. */
  'cursor-type': { as?: 'number' | 'object' | 'true' | 'array' | 'empty' | 'missing' }
  /** Every n-th record (default 3rd) has unknown enum values; all have unknown fields. */
  'unknown-enums': { every?: number }
  /** Every page but the first begins with the last `count` (default 1) records before it again. */
  'repeat-ids': { count?: number }
}

/** What was asked is done, but the answer is lost: the socket is reset (default), or stays silent. */
export interface LossFaultParams {
  'lost-answer': { how?: 'reset' | 'hang' }
}

/** Not an answer of its own: the request waits `delayMs` (default 3,000), or until other faults are set, first. */
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

/** Every fault by name, for the command line. */
export const FAULT_NAMES: readonly string[] = [...Object.keys(ANSWERS), ...Object.keys(PAGES), 'slow', 'lost-answer']

/** The faults in force, each with its count of matching requests. */
export class ArmedFaults {
  private readonly armed: { fault: Fault; hits: number }[]

  constructor(faults: readonly Fault[]) {
    this.armed = faults.map((fault) => ({ fault, hits: 0 }))
  }

  /** How long this request has to wait, ms. */
  delayOf(target: string): number {
    const due = this.due(target, (fault): fault is DelayFault => fault.name === 'slow')
    return due.reduce((sum, fault) => sum + (fault.delayMs ?? 3000), 0)
  }

  /** @param reused whether the request came over a socket that has served another one */
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

  /** Counts the request for every fault of the kind that matches it. */
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
