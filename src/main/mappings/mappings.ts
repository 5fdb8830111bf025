import type { MappingOperations } from '../../shared/mappings/mapping'
import type { Place } from '../../shared/workspaces/place'
import { shownConnector } from '../connectors/shown-connector'
import { MappingDrafts } from './drafts'
import { EffectiveFields } from './effective'
import { FieldBook } from './field-book'
import { FieldDesk } from './field-desk'
import { Impacts } from './impact'
import { ChangeLog } from './change-log'
import { MappingDesk } from './mapping-desk'
import { OfferedOperations } from './operations'
import type { Desk } from './desk'
import type { MappingParts } from './parts'
import { MappingReader } from './reader'
import { Replay } from './replay'
import { ScopeNames } from './scope-names'
import { Undo } from './undo'
import { MappingWriter } from './writer'

export class Mappings {
  readonly fields: FieldDesk
  readonly mappings: MappingDesk
  readonly undo: Undo
  readonly effective: EffectiveFields
  readonly changeLog: ChangeLog
  readonly replay: Replay
  readonly drafts: MappingDrafts
  private readonly offered: OfferedOperations

  constructor(private readonly parts: MappingParts) {
    const operations = new OfferedOperations(parts.client)
    const reader = new MappingReader(parts.client, operations, parts.tokens)
    const changeLog = new ChangeLog(
      parts.history,
      parts.now,
      parts.save,
      parts.masker,
      parts.operator,
      parts.changeLogChanged
    )
    const names = new ScopeNames(parts)
    const known = { ...parts, operations, reader, changeLog, names, impacts: new Impacts(parts, names) }
    const whose = (place: Place, key: string) => shownConnector(parts, place, key)
    const writer = new MappingWriter(parts.client, changeLog, operations, parts.confirmer, whose)
    const desk: Desk = { ...known, writer, book: new FieldBook(known) }
    this.offered = operations
    this.drafts = new MappingDrafts(parts.history, parts.encrypting)
    this.changeLog = changeLog
    this.fields = new FieldDesk(desk)
    this.mappings = new MappingDesk(desk)
    this.undo = new Undo(changeLog, this.mappings)
    this.effective = new EffectiveFields(desk)
    this.replay = new Replay(desk, this.fields, this.mappings)
  }

  async operations({ workspaceId, region }: Place): Promise<MappingOperations> {
    return this.offered.of(await this.parts.workspaces.target(workspaceId, region))
  }
}
