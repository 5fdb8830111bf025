import { toAppError } from '../../../../shared/errors'
import { copy } from '../../kit/clipboard'
import type { Desk } from '../../app/desk.svelte'
import { sampleName } from '../chosen-connector'
import type { ContextEntry } from '../../kit/context-menu.svelte'
import type { BodyView } from './body-view.svelte'
import { viewerWords } from '../words/viewer'

const words = viewerWords.acts

export interface NodeAct {
  what: 'value' | 'path' | 'jmespath' | 'map'
  name: string
  /** How it went is said at the value: see `BodyView.said`. */
  run: (node: number) => Promise<void>
}

/** What can be done with a value of a body, by its buttons and by its context menu. Reactive. */
export function nodeActs({ router, mappings, passthrough }: Desk, body: BodyView): readonly NodeAct[] {
  /** Of a sample: there a value is used, not taken elsewhere. */
  const inSample = mappings.bench?.lab.record?.id === body.id
  /** Only what a provider answered can be mapped: neither deliveries nor records of the unified model. */
  const tab = passthrough.bench?.tabs.active
  const mappable = inSample || tab?.response?.body?.id === body.id

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

  const map = act('map', async (node) => {
    if (inSample) await mappings.bench?.useNode(node)
    else if (tab) {
      const { draft, response } = tab
      // Of the response, whatever the request is changed to by now.
      const connectorKey = response?.result.connectorKey ?? null
      await mappings.takeSample({ responseId: body.id, node, name: sampleName(draft), connectorKey })
      router.go('mappings')
    }
    return ''
  })
  return [copying('value'), copying('path'), copying('jmespath'), ...(mappable ? [map] : [])]
}

/** The same as a context menu of one value. */
export const nodeEntries = (desk: Desk, body: BodyView, node: number): ContextEntry[] =>
  nodeActs(desk, body).map(({ what, name, run }) => ({ label: name, run: () => void run(node), apart: what === 'map' }))
