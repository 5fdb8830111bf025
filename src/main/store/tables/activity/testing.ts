import { place, start } from '../../../health/testing'
import type { CallRow } from './calls'

/** A read that went well, changed as a test needs it. */
export function callRow(change: Partial<CallRow> = {}): CallRow {
  return {
    at: start,
    ...place,
    asker: 'connectors',
    method: 'GET',
    path: '/api/hris/v1/connectors',
    query: '',
    status: 200,
    error: null,
    tries: 1,
    durationMs: 20,
    waitedMs: 0,
    limited: 0,
    bytes: 2,
    requestId: null,
    mutation: false,
    probe: false,
    subject: '',
    forwarded: '',
    ...change
  }
}
