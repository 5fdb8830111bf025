import type { Remote } from '../../base/thread'
import type { Folder } from '../../../shared/passthrough/library'
import type { Variable } from '../../../shared/passthrough/passthrough'
import type { Statements } from '../../store/statements'
import { ShelfFileTable, type ShelfFileOfTeam, type ShelfFileRow } from '../../store/tables/library/shelf-files'
import { checkpoint } from '../../store/tables/connectors/retention'
import {
  AccessCheckTable,
  ConnectorValueTable,
  SavedRequests,
  type SavedRow,
  type SavedRowHead,
  Tabs,
  type TabRow,
  type ValueOwner,
  type ValueRow,
  VariableTable
} from '../../store/tables/library/library'
import { Runs, type RunAnswer } from '../../store/tables/library/runs'
import {
  SentRequests,
  type PartName,
  type EncryptedPart,
  type SentRow,
  type SentThrough
} from '../../store/tables/library/sent'

type OfWorkspace = { workspaceId: string }
type One = OfWorkspace & { id: string }

/**
 * Personal data arrives and leaves encrypted. Methods that remove sends answer the names of files that no entry needs
 * any more. Each method does everything or nothing.
 */
export interface LibraryMethods {
  /** @throws for a known id */
  beginSent(of: Parameters<SentRequests['begin']>[0] & { parts: EncryptedPart[] }): void
  /** @returns false for an unknown id: nothing was saved */
  endSent(of: Parameters<SentRequests['end']>[0] & { parts: EncryptedPart[]; answer: RunAnswer | null }): boolean
  /** Newest first, with every send of the last one's ms. `words` are in lower case. */
  listSent(of: OfWorkspace & { words: string[]; through: SentThrough | null; before: number; limit: number }): SentRow[]
  getSent(of: {
    id: string
  }): (SentRow & { request: EncryptedPart | null; result: EncryptedPart | null; hasBody: boolean }) | null
  sentPart(of: { id: string; part: PartName }): EncryptedPart | null
  removeSent(of: One): string[]
  forgetSent(of: OfWorkspace): { removed: number; files: string[] }
  pruneSent(of: { olderThan: number; bytes: number }): { removed: number; files: string[] }
  beginRun(of: Parameters<Runs['begin']>[0]): void
  /** @returns false if it was removed meanwhile */
  markRun(of: Parameters<Runs['mark']>[0]): boolean
  changeRun(of: { id: string; setup: Uint8Array | null; answers: RunAnswer[] }): void
  runs(of: OfWorkspace): ReturnType<Runs['list']>
  getRun(of: One): ReturnType<Runs['get']>
  /** With its sends. */
  removeRun(of: One): string[]
  sentFiles(): string[]
  sentStored(): number

  tabs(of: OfWorkspace): { tabs: TabRow[]; activeId: string | null }
  putTab(of: OfWorkspace & Parameters<Tabs['put']>[1]): void
  /** @returns its place, or null for an unknown id */
  removeTab(of: One): number | null
  arrangeTabs(of: OfWorkspace & { order: string[]; activeId: string | null }): void

  folders(of: OfWorkspace): Folder[]
  savedHeads(of: OfWorkspace): SavedRowHead[]
  getSaved(of: One): (SavedRow & SavedRowHead) | null
  putSaved(of: OfWorkspace & { folders: Folder[]; requests: SavedRow[] }): void
  /** `copy`: the local content, which the team is told. */
  receiveSaved(of: OfWorkspace & { request: SavedRow; change: string; copy: SavedRow | null }): void
  /** @returns false for an unknown id */
  moveSaved(of: One & { folderId: string | null; name: string }): boolean
  /** @param forGood false if it moves elsewhere */
  removeSaved(of: One & { forGood: boolean }): void
  /** Also removes the requests directly in them. @returns how many requests */
  removeFolders(of: OfWorkspace & { ids: string[] }): number

  /** The id of the saved request that Check now asks; null: none was chosen. */
  accessCheck(of: OfWorkspace & { integration: string }): string | null
  putAccessCheck(of: OfWorkspace & { integration: string; request: string | null }): void

  variables(of: OfWorkspace): Variable[]
  putVariables(of: OfWorkspace & { variables: Variable[] }): void

  shelfFiles(of: OfWorkspace): ShelfFileOfTeam[]
  shelfContent(of: OfWorkspace & Omit<ShelfFileRow, 'head'>): Uint8Array | null
  /** As `ShelfFileTable.put`. */
  putShelfFile(
    of: OfWorkspace & ShelfFileRow & { content: Uint8Array | null; team: { id: string; change: string } | null }
  ): boolean
  /** @param forGood false if it moves elsewhere */
  removeShelfFile(of: OfWorkspace & Omit<ShelfFileRow, 'head'> & { forGood: boolean }): void
  shelfWorkspaces(): string[]
  connectorValues(of: ValueOwner): ValueRow[]
  valueOwners(): ValueOwner[]
  putConnectorValue(of: ValueOwner & ValueRow): void
  removeConnectorValue(of: ValueOwner & { name: string }): void

  workspaces(): string[]
  removeLibrary(of: OfWorkspace): string[]
  removeEncrypted(): string[]
}

export type LibraryStore = Remote<LibraryMethods>

/** @param run works on the current database, and again after another database replaces it */
export function libraryMethods(run: <T>(work: (sql: Statements) => T) => T): LibraryMethods {
  const sent = <T>(work: (sent: SentRequests) => T) => run((sql) => sql.transaction(() => work(new SentRequests(sql))))
  const tabs = <T>(work: (tabs: Tabs) => T) => run((sql) => sql.transaction(() => work(new Tabs(sql))))
  const saved = <T>(work: (saved: SavedRequests) => T) =>
    run((sql) => sql.transaction(() => work(new SavedRequests(sql))))
  const variables = <T>(work: (table: VariableTable) => T) =>
    run((sql) => sql.transaction(() => work(new VariableTable(sql))))
  const shelf = <T>(work: (table: ShelfFileTable) => T) =>
    run((sql) => sql.transaction(() => work(new ShelfFileTable(sql))))
  const values = <T>(work: (table: ConnectorValueTable) => T) =>
    run((sql) => sql.transaction(() => work(new ConnectorValueTable(sql))))
  /** Deleted data must not stay in the write-ahead log. */
  const really = <T>(result: T): T => {
    run((sql) => checkpoint(sql))
    return result
  }
  const runs = <T>(work: (runs: Runs) => T) => run((sql) => sql.transaction(() => work(new Runs(sql))))
  sent((table) => table.closeCutOff())
  runs((table) => table.closeCutOff())

  return {
    beginSent: ({ parts, ...row }) =>
      sent((table) => {
        table.begin(row)
        table.addParts(row.id, parts)
      }),
    endSent: ({ parts, answer, ...row }) =>
      run((sql) =>
        sql.transaction(() => {
          const table = new SentRequests(sql)
          const there = table.end(row)
          if (there) table.addParts(row.id, parts)
          if (there && answer) new Runs(sql).answer(answer)
          return there
        })
      ),
    listSent: (of) => sent((table) => table.list(of)),
    getSent: ({ id }) =>
      sent((table) => {
        const row = table.get(id)
        if (!row) return null
        const [request, result] = [table.part(id, 'request'), table.part(id, 'result')]
        return { ...row, request, result, hasBody: table.hasPart(id, 'body') }
      }),
    sentPart: ({ id, part }) => sent((table) => table.part(id, part)),
    removeSent: ({ workspaceId, id }) =>
      really(sent((table) => (table.get(id)?.workspaceId === workspaceId ? table.remove(id) : []))),
    forgetSent: ({ workspaceId }) =>
      really(
        run((sql) =>
          sql.transaction(() => {
            new Runs(sql).removeEnded(workspaceId)
            const table = new SentRequests(sql)
            const before = table.count(workspaceId)
            const files = table.removeForgotten(workspaceId)
            return { removed: before - table.count(workspaceId), files }
          })
        )
      ),
    pruneSent: (of) =>
      run((sql) =>
        sql.transaction(() => {
          new Runs(sql).prune(of.olderThan)
          return new SentRequests(sql).prune(of)
        })
      ),
    beginRun: (of) => runs((table) => table.begin(of)),
    markRun: (of) => runs((table) => table.mark(of)),
    changeRun: ({ id, setup, answers }) => runs((table) => table.change(id, setup, answers)),
    runs: ({ workspaceId }) => runs((table) => table.list(workspaceId)),
    getRun: ({ workspaceId, id }) =>
      runs((table) => {
        const found = table.get(id)
        return found?.workspaceId === workspaceId ? found : null
      }),
    removeRun: ({ workspaceId, id }) =>
      really(
        run((sql) =>
          sql.transaction(() => {
            const runs = new Runs(sql)
            if (runs.get(id)?.workspaceId !== workspaceId) return []
            runs.remove(id)
            return new SentRequests(sql).removeRun(id)
          })
        )
      ),
    sentFiles: () => sent((table) => table.files()),
    sentStored: () => sent((table) => table.stored()),

    tabs: ({ workspaceId }) => tabs((table) => table.list(workspaceId)),
    putTab: ({ workspaceId, ...tab }) => tabs((table) => table.put(workspaceId, tab)),
    removeTab: ({ workspaceId, id }) => tabs((table) => table.remove(workspaceId, id)),
    arrangeTabs: ({ workspaceId, order, activeId }) => tabs((table) => table.arrange(workspaceId, order, activeId)),

    folders: ({ workspaceId }) => saved((table) => table.folders(workspaceId)),
    savedHeads: ({ workspaceId }) => saved((table) => table.heads(workspaceId)),
    getSaved: ({ workspaceId, id }) => saved((table) => table.get(workspaceId, id)),
    putSaved: ({ workspaceId, folders, requests }) =>
      saved((table) => {
        for (const folder of folders) table.putFolder(workspaceId, folder)
        for (const request of requests) table.put(workspaceId, request)
      }),
    receiveSaved: ({ workspaceId, request, change, copy }) =>
      saved((table) => {
        if (copy) table.put(workspaceId, copy)
        table.receive(workspaceId, request, change)
      }),
    moveSaved: ({ workspaceId, ...to }) => saved((table) => table.move(workspaceId, to)),
    removeSaved: ({ workspaceId, id, forGood }) => saved((table) => table.remove(workspaceId, id, forGood)),
    removeFolders: ({ workspaceId, ids }) =>
      saved((table) => ids.reduce((total, id) => total + table.removeFolder(workspaceId, id), 0)),

    variables: ({ workspaceId }) => variables((table) => table.list(workspaceId)),
    putVariables: (of) => variables((table) => table.replace(of.workspaceId, of.variables)),

    shelfFiles: ({ workspaceId }) => shelf((table) => table.list(workspaceId)),
    shelfContent: ({ workspaceId, integration, newer }) =>
      shelf((table) => table.content(workspaceId, integration, newer)),
    putShelfFile: ({ workspaceId, content, team, ...row }) =>
      shelf((table) => table.put(workspaceId, row, content, team)),
    removeShelfFile: ({ workspaceId, integration, newer, forGood }) =>
      really(shelf((table) => table.remove(workspaceId, integration, newer, forGood))),
    shelfWorkspaces: () => shelf((table) => table.workspaces()),
    connectorValues: (of) => values((table) => table.list(of)),
    valueOwners: () => values((table) => table.owners()),
    putConnectorValue: ({ name, encrypted, ...of }) => values((table) => table.put(of, { name, encrypted })),
    removeConnectorValue: ({ name, ...of }) => really(values((table) => table.remove(of, name))),

    accessCheck: ({ workspaceId, integration }) =>
      run((sql) => new AccessCheckTable(sql).get(workspaceId, integration)),
    putAccessCheck: ({ workspaceId, integration, request }) =>
      run((sql) => new AccessCheckTable(sql).put(workspaceId, integration, request)),

    workspaces: () =>
      run((sql) =>
        sql.all<{ id: string }>('SELECT workspace AS id FROM tab UNION SELECT workspace FROM saved_request')
      ).map(({ id }) => id),
    removeLibrary: ({ workspaceId }) =>
      really(
        run((sql) =>
          sql.transaction(() => {
            const libraries = [Tabs, SavedRequests, VariableTable, ConnectorValueTable, ShelfFileTable, Runs]
            for (const table of [...libraries, AccessCheckTable].map((Table) => new Table(sql))) {
              table.removeWorkspace(workspaceId)
            }
            return new SentRequests(sql).removeWorkspace(workspaceId)
          })
        )
      ),
    removeEncrypted: () =>
      really(
        run((sql) =>
          sql.transaction(() => {
            new Tabs(sql).removeAll()
            new SavedRequests(sql).removeAll()
            new Runs(sql).removeAll()
            new ShelfFileTable(sql).removeAll()
            new ConnectorValueTable(sql).removeAll()
            return new SentRequests(sql).removeAll()
          })
        )
      )
  }
}
