import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { xml } from '@codemirror/lang-xml'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder
} from '@codemirror/view'
import { editorWords } from '../words/editor'
import { jmespath } from './jmespath'
import { theme } from './theme'

export type Language = 'json' | 'xml' | 'jmespath' | 'text'

const languages: Record<Language, () => Extension> = {
  json,
  xml: () => xml(),
  jmespath: () => jmespath,
  text: () => []
}

export interface Setup {
  label: string
  language: Language
  readonly: boolean
  placeholder: string
}

/**
 * The base of every editor. Tab leaves an expression editor, which has a line or two; elsewhere Tab indents, and Esc,
 * then Tab, leaves.
 */
export function setup(of: Setup): Extension {
  const own = of.readonly
    ? [EditorState.readOnly.of(true), EditorView.editable.of(false)]
    : [history(), indentOnInput(), highlightActiveLine(), highlightActiveLineGutter(), placeholder(of.placeholder)]
  return [
    lineNumbers(),
    codeFolding({ placeholderText: '…' }),
    foldGutter({ markerDOM: (open) => chevron(open) }),
    drawSelection(),
    bracketMatching(),
    indentUnit.of('  '),
    own,
    languages[of.language](),
    keymap.of([
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...(of.language === 'jmespath' ? [] : [indentWithTab])
    ]),
    EditorView.contentAttributes.of({
      'aria-label': of.label,
      spellcheck: 'false',
      ...(of.readonly && { tabindex: '0', role: 'textbox', 'aria-readonly': 'true' })
    }),
    theme
  ]
}

/** The caret of Lucide (ISC), down or right. */
function chevron(open: boolean): HTMLElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  for (const [name, value] of Object.entries({ width: '12', height: '12', viewBox: '0 0 24 24', fill: 'none' })) {
    svg.setAttribute(name, value)
  }
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  for (const [name, value] of Object.entries({
    d: open ? 'm6 9 6 6 6-6' : 'm9 18 6-6-6-6',
    stroke: 'currentColor',
    'stroke-width': '2.25'
  })) {
    path.setAttribute(name, value)
  }
  svg.append(path)
  const marker = document.createElement('span')
  marker.title = open ? editorWords.fold : editorWords.unfold
  marker.append(svg)
  return marker
}
