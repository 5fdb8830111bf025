import type { Place } from '../../../shared/workspaces/place'
import { basename } from 'node:path'
import { AppError } from '../../../shared/errors'
import type { Request, Response } from '../../../shared/ipc'
import type { LabResult, SampleSet } from '../../../shared/mappings/lab'
import { readChosen } from '../../base/chosen-file'
import { OpenRecords } from '../../viewer/open-records'
import type { Responses } from '../../viewer/responses'
import type { BodyDialogs, ResponseViews } from '../../viewer/views'
import { readJson } from '../../jmespath/json/read'
import { refused } from '../checks'
import type { Trial, TrialQuestion } from '../trial'
import type { Piece } from '../../secrets/masked'
import type { LabEngine } from './engine'
import { originOf } from './origin'
import { ServiceSamples, type ServiceSampleParts } from './service-samples'
import { holdsObject, LabSets, type HeldSet } from './sets'

export interface LabParts extends Pick<ServiceSampleParts, 'client' | 'workspaces' | 'finder' | 'masker' | 'slugOf'> {
  engine: LabEngine
  responses: Responses
  views: Pick<ResponseViews, 'open'>
  dialogs: Pick<BodyDialogs, 'openFile'>
  now: () => number
}

/** A file may be larger than a set: the app cuts the rest. */
const mostFileBytes = 64e6

/** Sample payloads in memory, and results of expressions on them. */
export class Lab {
  readonly service: ServiceSamples
  private readonly sets = new LabSets()
  private readonly opened: OpenRecords

  constructor(private readonly parts: LabParts) {
    this.opened = new OpenRecords(parts.responses, parts.views)
    this.service = new ServiceSamples({ ...parts, sets: this.sets, take: this.take.bind(this) })
  }

  /** @throws AppError not-found, bad-response for anything but JSON, too-large */
  async takeResponse(of: Request<'mappings:takeResponse'>, signal: AbortSignal): Promise<SampleSet> {
    const { body, hidden } = await this.parts.responses.get(of.responseId)
    const { connectorKey: key } = of
    const whose = key === null ? null : await originOf(of, key, this.parts.slugOf)
    return this.take(of, { source: 'passthrough', name: of.name || 'a response', of: whose }, body, hidden, signal)
  }

  /** @throws AppError bad-response with the line, for text that is neither JSON nor NDJSON */
  takePaste(of: Request<'mappings:takePaste'>, signal: AbortSignal): Promise<SampleSet> {
    return this.take(of, { source: 'paste', name: of.name || 'pasted', of: null }, Buffer.from(of.text), [], signal)
  }

  /** @returns null if the operator cancels */
  async takeFile(place: Place, signal: AbortSignal): Promise<SampleSet | null> {
    const path = await this.parts.dialogs.openFile()
    if (path === null) return null
    const bytes = await readChosen(path, mostFileBytes)
    return this.take(place, { source: 'file', name: basename(path), of: null }, bytes, [], signal)
  }

  /** @throws AppError bad-response, too-large */
  async take(
    { workspaceId, region }: Place,
    from: Pick<SampleSet, 'source' | 'name' | 'of'> & { notices?: readonly string[] },
    bytes: Uint8Array,
    hidden: readonly Piece[],
    signal: AbortSignal
  ): Promise<SampleSet> {
    const { engine, now } = this.parts
    const { sets } = this
    const payloads = await engine.split({ bytes, hidden, items: null, most: sets.limits.records }, signal)
    const notices = [...(from.notices ?? []), ...payloads.notices]
    return sets.put({ workspaceId, region }, { ...from, readAt: now() }, { ...payloads, notices })
  }

  /** The items of a list that the operator chose. @throws AppError not-found, bad-response */
  async takeItems({ setId, index, node }: Request<'mappings:takeItems'>, signal: AbortSignal): Promise<SampleSet> {
    const { sets } = this
    const { set, place } = sets.get(setId)
    const bytes = sets.record(setId, index)
    const payloads = await this.parts.engine.split(
      { bytes, hidden: [], items: node, most: sets.limits.records },
      signal
    )
    const { source, name, of, readAt } = set
    return sets.put(place, { source, name: `items of ${name}`, of, readAt }, payloads)
  }

  listSets(place: Place): SampleSet[] {
    return this.sets.list(place)
  }

  dropSet(id: string): void {
    this.opened.dropAll(`lab:${id}:`)
    this.sets.drop(id)
  }

  forgetWorkspace(workspaceId: string): void {
    for (const id of this.sets.of(workspaceId)) this.dropSet(id)
  }

  /** Opens a record in the viewer. @throws AppError not-found */
  async openRecord({ setId, index }: Request<'mappings:openSample'>): Promise<Response<'mappings:openSample'>> {
    const body = Buffer.from(this.sets.record(setId, index))
    const record = { body, contentType: 'application/json', complete: true, hidden: [] }
    return { ...(await this.opened.open(`lab:${setId}:${index}`, record)), object: holdsObject(body) }
  }

  /** @throws AppError not-found for dropped sets; cancelled */
  async evaluate(of: Request<'mappings:evaluate'>, signal: AbortSignal): Promise<LabResult> {
    const { expression, saved, setIds, front } = of
    const { engine } = this.parts
    const named = new Set(front ? [...setIds, front.setId] : setIds)
    const began = performance.now()
    const result = await engine.run(
      [...named].map((id) => this.sets.get(id)),
      { expression, saved, setIds, front },
      signal
    )
    return { ...result, took: Math.round(performance.now() - began) }
  }

  async trial({ place, setId, expression, saved }: TrialQuestion, signal: AbortSignal): Promise<Trial> {
    const held = this.held(place, setId)
    const run = { expression, saved, setIds: [setId], front: null }
    const { problem, sets } = await this.parts.engine.run([held], run, signal)
    const [result] = sets
    if (problem || !result) throw refused('expression', problem?.message ?? 'It could not be evaluated.')
    return { set: held.set, result }
  }

  /** @throws AppError not-found for a dropped set, and one of another place */
  held(place: Place, setId: string): HeldSet {
    const held = this.sets.get(setId)
    const { workspaceId, region } = held.place
    if (workspaceId !== place.workspaceId || region !== place.region)
      throw new AppError('not-found', 'This sample data is of another workspace or region.')
    return held
  }

  /** @throws AppError not-found; bad-response for anything but JSON */
  async expressionsFor(of: Request<'mappings:expressionsFor'>, signal: AbortSignal) {
    const { body, hidden } = await this.parts.responses.get(of.responseId)
    return this.parts.engine.expressionsFor({ bytes: body, hidden, node: of.node }, signal)
  }

  /** @throws AppError not-found for a dropped set; invalid-input for what is not JSON; cancelled */
  async byExample({ setId, field, examples }: Request<'mappings:byExample'>, signal: AbortSignal) {
    for (const [at, { wanted }] of examples.entries())
      if (wanted !== null && !isJson(wanted)) throw refused(`wanted.${at}`, 'This is not JSON.')
    return this.parts.engine.byExample(this.sets.get(setId), { field, examples }, signal)
  }

  /** @throws AppError not-found */
  async keysAt({ setId, index, expression, position }: Request<'mappings:keysAt'>, signal: AbortSignal) {
    return this.parts.engine.keysAt(this.sets.get(setId), index, expression, position, signal)
  }
}

function isJson(text: string): boolean {
  try {
    readJson(text)
    return true
  } catch {
    return false
  }
}
