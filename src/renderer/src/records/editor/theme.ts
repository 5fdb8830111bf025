import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

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

export const theme = [look, syntaxHighlighting(colours)]
