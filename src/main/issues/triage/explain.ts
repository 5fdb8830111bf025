import type { Diagnosis, DiagnosisKind } from '../../../shared/issues/diagnosis'
import type { Around } from './around'
import { lastGoodSync } from './last-good-sync'
import type { Judgment } from './judge'
import { readAccess, readCadence, readField, readHeadcount, readIncident } from './readings'
import { asOf, type FullSubject } from './subject'
import { wordsFor } from './words'

/** The fields behind each diagnosis, in reading order. */
const fields: Record<DiagnosisKind, string[]> = {
  incident: ['status', 'relink_needed_at', 'sync_status', 'last_sync_start_time', 'next_sync_start_time'],
  relink: ['status', 'relink_needed_at', 'sync_status', 'last_sync_start_time', 'next_sync_start_time'],
  unfinished: ['status', 'created_at', 'completed_at'],
  stalled: ['status', 'is_active', 'sync_status', 'last_sync_start_time', 'next_sync_start_time', 'avg_sync_duration'],
  drop: ['total_employees', 'sync_status', 'last_sync_start_time', 'status'],
  frozen: ['total_employees', 'sync_status', 'last_sync_start_time', 'status'],
  failed: ['status', 'sync_status', 'last_sync_start_time', 'next_sync_start_time'],
  contradictory: [],
  unreadable: [],
  unknown: ['status', 'sync_status', 'is_active', 'last_sync_start_time'],
  linking: ['status', 'created_at'],
  healthy: ['status', 'sync_status', 'last_sync_start_time', 'next_sync_start_time'],
  inactive: ['is_active', 'status', 'next_sync_start_time']
}

export function explain(subject: FullSubject, judgment: Judgment, around: Around): Diagnosis {
  const { kind, contradictions, stall, incident } = judgment
  const good = lastGoodSync(subject)
  const notes = contradictions.map(({ words }) => words)
  // The first note is the diagnosis of such a record; elsewhere all notes are extra.
  const ofRecord = kind === 'contradictory' || kind === 'unreadable'
  if (ofRecord) notes.shift()
  if (kind !== 'inactive' && !ofRecord && subject.connector.isActive === false) {
    notes.push('The connector is switched off (is_active is false).')
  }
  const names = ofRecord ? contradictoryFields(judgment) : [...fields[kind]]
  const isCounted = kind === 'drop' || kind === 'frozen'
  if (isCounted && subject.category !== 'HRIS') names.shift()
  const evidence = names.map((field) => readField(subject, field, asOf(subject, around.now)))
  if (stall?.rule === 'cadence') evidence.push(readCadence(subject))
  if (isCounted) evidence.push(...readHeadcount(subject, kind))
  if (incident) evidence.push(readIncident(incident))
  if (contradictions.some(({ code }) => code === 'good-but-dead' || code === 'rejected-but-works'))
    evidence.push(...readAccess(subject))
  return {
    key: subject.key,
    category: subject.category,
    kind,
    isTest: subject.connector.isTest,
    since: judgment.since,
    ...wordsFor(subject, judgment, good, around),
    evidence,
    lastGoodSync: good,
    notes
  }
}

function contradictoryFields({ contradictions }: Judgment): string[] {
  return [...new Set([...contradictions.flatMap((one) => one.fields), 'status', 'sync_status'])]
}
