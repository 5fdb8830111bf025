import type { Issue, IssueList, IssueNews, ListOf, Places } from './issue'
import { withIssues } from './news'

/** Issues of a page: the window reads each in a few ms. */
const mostInPage = 2_000

interface Told {
  issues(): readonly Issue[]
  /** The first of them are open: neither snoozed nor of test connectors. */
  open: number
  page(number: number): string | undefined
}

/** What the window has of the issues, so that it is told no more than what differs. */
export class ToldIssues {
  /** By version: the last that was told, and the one it continues, which the window has until it asks with the last. */
  private held = new Map<string, Told>()

  /** @param since the version that the window has */
  tell(list: IssueList, since: string | null): IssueNews {
    const before = since === null ? undefined : this.held.get(since)
    const had = before?.issues() ?? []
    const places = new Map(had.map(({ key }, place) => [key, place]))
    const issues: Issue[] = []
    const fresh: Issue[] = []
    const outline = withIssues(list, (some) => {
      const runs: Places = []
      for (const one of some) {
        const known = places.get(one.key) ?? -1
        const same = isSame(had[known], one)
        const place = same ? known : had.length + fresh.length
        if (!same) fresh.push(one)
        issues.push(one)
        const last = runs.at(-1)
        if (last && last[0] + last[1] === place) last[1]++
        else runs.push([place, 1])
      }
      return runs
    })
    const page = (number: number) => JSON.stringify(fresh.slice(number * mostInPage, (number + 1) * mostInPage))
    const held = since !== null && before ? { since, told: before } : null
    return this.hold(
      { issues: () => issues, open: openOf(outline), page },
      Math.ceil(fresh.length / mostInPage),
      outline,
      held
    )
  }

  /** A list of an earlier session: its issues are read only once the next list is compared with it. */
  resume(outline: ListOf<Places>, pages: readonly string[]): IssueNews {
    let read: Issue[] | undefined
    const issues = () => (read ??= pages.flatMap((page) => JSON.parse(page) as Issue[]))
    return this.hold({ issues, open: openOf(outline), page: (number) => pages[number] }, pages.length, outline, null)
  }

  /** None of a version that the window does not have. */
  open(version: string): readonly Issue[] {
    const told = this.held.get(version)
    return told?.issues().slice(0, told.open) ?? []
  }

  page(version: string, number: number): string | undefined {
    return this.held.get(version)?.page(number)
  }

  private hold(
    told: Told,
    pages: number,
    list: ListOf<Places>,
    before: { since: string; told: Told } | null
  ): IssueNews {
    const version = crypto.randomUUID()
    this.held = new Map([...(before ? [[before.since, before.told] as const] : []), [version, told]])
    return { version, since: before?.since ?? null, page: told.page(0) ?? '[]', more: Math.max(0, pages - 1), list }
  }
}

function openOf({ groups }: ListOf<Places>): number {
  const places = groups.flatMap(({ incidents, integrations }) => [...incidents, ...integrations])
  return places.flatMap(({ issues }) => issues).reduce((sum, [, count]) => sum + count, 0)
}

/** Of two values that JSON can tell. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  const fields = Object.entries(one)
  const others = other as Readonly<Record<string, unknown>>
  return fields.length === Object.keys(other).length && fields.every(([name, field]) => isSame(field, others[name]))
}
