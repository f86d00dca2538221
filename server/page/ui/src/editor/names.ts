// Moves and nodes in words.
import type { Words } from '../common/i18n'
import type { BinEntry, State, TreeNode } from '../net/editor'

type Named = Pick<TreeNode, 'color' | 'number' | 'point'>

// moveText is a move with its number: "27 C7 Black".
export function moveText({ t }: Pick<Words, 't'>, names: string[], { color, number, point }: Named | BinEntry): string {
  return t('editor.node.move', { n: number ?? 0, point: point === undefined ? t('editor.passed') : (names[point] ?? ''), color: t(`color.${color}`) })
}

// treeText is a node of the tree in words: "27 C7 Black, comment, 3 branches".
export function treeText(words: Words, names: string[], node: TreeNode): string {
  const { color, x, wrong, comment, children = 0 } = node
  return words.list([
    color === undefined ? words.t(x === 0 ? 'editor.node.start' : 'editor.node.note') : moveText(words, names, node),
    ...(wrong === true ? [words.t('editor.node.impossible')] : []),
    ...(comment === true ? [words.t('editor.node.comment')] : []),
    ...(children > 1 ? [words.t('editor.node.branches', { n: children })] : []),
  ])
}

// nodeText is the current node in words.
export function nodeText(words: Words, names: string[], { node, index }: State): string {
  const { color, setup, wrong, comment, children } = node
  return words.list([
    color !== undefined ? moveText(words, names, node) : words.t(setup === true ? 'editor.node.setup' : index === 0 ? 'editor.node.start' : 'editor.node.note'),
    ...(wrong === undefined ? [] : [words.t('editor.node.impossible')]),
    ...(comment === undefined ? [] : [words.t('editor.node.comment')]),
    ...(children.length > 1 ? [words.t('editor.node.branches', { n: children.length })] : []),
  ])
}
