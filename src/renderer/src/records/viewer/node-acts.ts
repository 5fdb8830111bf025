import { toAppError } from '../../../../shared/errors'
import { copy } from '../../kit/clipboard'
import type { Ways } from '../ways'
import type { ContextEntry } from '../../kit/context-menu.svelte'
import type { BodyView } from './body-view.svelte'
import { viewerWords } from '../words/viewer'

const words = viewerWords.acts

export interface NodeAct {
  what: 'value' | 'path' | 'jmespath' | 'map' | 'variable'
  name: string
  run: (node: number) => Promise<void>
}

/** The acts on a value, for its buttons and its context menu. Reactive. */
export function nodeActs(ways: Ways, body: BodyView): readonly NodeAct[] {
  const map = ways.mapping(body)
  const variable = ways.variable(body)

  const act = (what: NodeAct['what'], run: (node: number) => Promise<string>): NodeAct => ({
    what,
    name: words[what],
    run: async (node) => {
      const said = await run(node).catch((thrown: unknown) => toAppError(thrown).message)
      body.said = said === '' ? null : { node, words: said }
    }
  })
  const copying = (what: 'value' | 'path' | 'jmespath') =>
    act(what, async (node) => ((await copy(await body.copy(node, what))) ? words.copied : words.notCopied))

  const taking = (what: 'map' | 'variable', take: ((node: number) => Promise<void>) | null) =>
    take ? [act(what, (node) => take(node).then(() => ''))] : []
  return [
    ...[copying('value'), copying('path'), copying('jmespath')],
    ...taking('map', map),
    ...taking('variable', variable)
  ]
}

export const nodeEntries = (ways: Ways, body: BodyView, node: number): ContextEntry[] =>
  nodeActs(ways, body).map(({ what, name, run }) => ({ label: name, run: () => void run(node), apart: what === 'map' }))
