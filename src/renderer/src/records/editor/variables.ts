import type { Extension } from '@codemirror/state'
import {
  Decoration,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate
} from '@codemirror/view'

/** Marks `{{name}}`; an unknown name is marked as wrong. */
export function markVariables(known: ReadonlySet<string>): Extension {
  const decorator = new MatchDecorator({
    regexp: /\{\{\s*([A-Za-z_][\w.-]{0,63})\s*\}\}/g,
    decoration: ([, name = '']) => Decoration.mark({ class: known.has(name) ? 'cm-variable' : 'cm-variable-unknown' })
  })
  return ViewPlugin.fromClass(
    class {
      marks: DecorationSet
      constructor(view: EditorView) {
        this.marks = decorator.createDeco(view)
      }
      update(update: ViewUpdate) {
        this.marks = decorator.updateDeco(update, this.marks)
      }
    },
    { decorations: ({ marks }) => marks }
  )
}
