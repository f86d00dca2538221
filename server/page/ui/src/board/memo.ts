// A component that draws again only when one of its properties has changed.
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'

// memo is that component of a function without hooks.
export const memo =
  <P extends object>(draw: (props: P) => VNode) =>
  (props: P): VNode =>
    useMemo(() => draw(props), Object.values(props))
