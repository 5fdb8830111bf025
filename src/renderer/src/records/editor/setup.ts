import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { xml } from '@codemirror/lang-xml'
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting
} from '@codemirror/language'
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
import { tags } from '@lezer/highlight'
import { editorWords } from '../words/editor'
import { jmespath } from './jmespath'

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
    look,
    syntaxHighlighting(colours)
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

/** Uses the tokens: custom properties reach into the editor's shadow root. */
const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--text)', outline: 'none' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontSize: '12px',
    lineHeight: '18px',
    fontFeatureSettings: '"calt" 0',
    letterSpacing: '0',
    scrollbarColor: 'light-dark(#b4b7bd, #4c5056) transparent',
    scrollbarWidth: 'thin'
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 16px 0 2px' },
  // Long lines scroll below the gutters.
  '.cm-gutters': { border: '0', backgroundColor: 'var(--behind)', color: 'var(--text-3)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '34px', padding: '0 2px 0 0' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', padding: '0', cursor: 'pointer' },
  '.cm-foldGutter svg': { verticalAlign: '-2px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in oklab, var(--accent-solid) 24%, transparent)'
  },
  '.cm-foldPlaceholder': {
    margin: '0 2px',
    padding: '0 4px',
    border: '1px solid var(--line-2)',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: 'var(--text-3)'
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--active)' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-variable': { borderRadius: '3px', backgroundColor: 'var(--accent-tint)', color: 'var(--accent)' },
  '.cm-variable-unknown': { borderRadius: '3px', backgroundColor: 'var(--failed-tint)', color: 'var(--failed)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--failed-solid)',
    textUnderlineOffset: '3px'
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--relink-solid)',
    textUnderlineOffset: '3px'
  },
  '.cm-lintPoint::after': { display: 'none' },
  '.cm-tooltip': {
    padding: '4px 8px',
    border: '1px solid var(--line-2)',
    borderRadius: '6px',
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    boxShadow: 'var(--popover-shadow)'
  },
  '.cm-diagnostic': { padding: '0', border: '0 !important', font: 'var(--t-small)' }
})

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-key)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--code-str)' },
  { tag: [tags.number, tags.function(tags.variableName)], color: 'var(--code-num)' },
  { tag: [tags.bool, tags.null, tags.keyword], color: 'var(--code-lit)' },
  { tag: [tags.tagName, tags.attributeName], color: 'var(--code-key)' },
  { tag: [tags.punctuation, tags.bracket, tags.separator, tags.operator, tags.comment], color: 'var(--code-punct)' }
])
