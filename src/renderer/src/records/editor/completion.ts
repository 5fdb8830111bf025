import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { editorWords } from '../words/editor'

type KeysAt = (
  expression: string,
  position: number
) => Promise<{ from: number; keys: readonly { key: string; type: string }[] } | null>

const functions: readonly Completion[] = Object.entries(editorWords.takes).map(([name, takes]) => ({
  label: name,
  detail: `(${takes})`,
  type: 'function',
  apply: (view, _completion, from, to) => {
    const called = view.state.sliceDoc(to, to + 1) === '('
    view.dispatch({
      changes: { from, to, insert: called ? name : `${name}()` },
      selection: { anchor: from + name.length + 1 }
    })
  }
}))

/** JMESPath quotes a key that is not a plain name. */
const written = (key: string) => (/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key))

export function completeJmespath(keysAt: KeysAt): Extension {
  async function source(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/(?<!\w)[A-Za-z_]\w*/)
    const before = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos)
    if (!word && !context.explicit && before !== '.') return null
    const answer = await keysAt(context.state.doc.toString(), context.pos).catch(() => null)
    if (context.aborted) return null
    const from = answer?.from ?? word?.from ?? context.pos
    const keys: Completion[] = (answer?.keys ?? []).map(({ key, type }) => ({
      label: key,
      apply: written(key),
      detail: type,
      type: 'property',
      boost: 1
    }))
    const afterDot = context.state.sliceDoc(Math.max(0, from - 1), from) === '.'
    return { from, options: afterDot ? keys : [...keys, ...functions], validFor: /^\w*$/ }
  }
  return [
    autocompletion({ override: [source], icons: false, closeOnBlur: true }),
    closeBrackets(),
    // Tab accepts the completion; without a completion it leaves the editor.
    Prec.high(keymap.of([{ key: 'Tab', run: acceptCompletion }, ...closeBracketsKeymap, ...completionKeymap])),
    look
  ]
}

const look = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete': { padding: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '220px',
    fontFamily: 'var(--mono)',
    fontSize: '12px'
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '16px',
    padding: '3px 8px',
    borderRadius: '4px',
    lineHeight: '18px'
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-tint)',
    color: 'var(--text)'
  },
  '.cm-completionLabel': { flex: '1' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { color: 'var(--text-3)', fontStyle: 'normal', marginLeft: '0' }
})
