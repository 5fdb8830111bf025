import type { FieldBook } from './field-book'
import type { Guards } from './guards'
import type { Impacts } from './impact'
import type { ChangeLog } from './change-log'
import type { OfferedOperations } from './operations'
import type { MappingReader } from './reader'
import type { MappingParts } from './parts'
import type { ScopeNames } from './scope-names'
import type { MappingWriter } from './writer'

export interface Desk extends MappingParts {
  operations: OfferedOperations
  reader: MappingReader
  changeLog: ChangeLog
  names: ScopeNames
  impacts: Impacts
  writer: MappingWriter
  book: FieldBook
  guards: Guards
}
