// Mouse and finger on the board. A mouse plays where it clicks; a finger first
// shows where it would, under a loupe, so that it can slide to the right point. Two
// fingers zoom and move the board, if a button shows it whole again.
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { hexagonAt, nearest } from './geometry'
import { usePinch } from './pinch'
import type { BoardProps, Box, Finger, Layout, Pair, Touching } from './types'

// How far from a point still counts, in lines: a mouse shows where it is, a finger
// covers it.
const reach = { mouse: 0.62, touch: 0.72 }

// usePlaces says what of the board lies under a pointer.
function usePlaces(svg: { current: SVGSVGElement | null }, l: Layout, props: BoardProps) {
  const place = (e: PointerEvent): Finger => {
    const matrix = svg.current!.getScreenCTM()!
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix.inverse())
    return { x: at.x, y: at.y, scale: Math.hypot(matrix.a, matrix.b), left: e.clientX, above: e.clientY }
  }
  const pointAt = (e: PointerEvent) => {
    const { x, y } = place(e)
    return nearest(l.xy, x, y, isTouch(e) ? reach.touch : reach.mouse)
  }
  const onMissAt = (e: PointerEvent) => {
    const { x, y } = place(e)
    props.onMiss?.()
    const hexagon = hexagonAt(l, props.ground.rosettes, x, y, 0.6)
    if (hexagon !== null) props.onHexagon?.(hexagon)
  }
  return { place, pointAt, onMissAt }
}

const isTouch = (e: PointerEvent) => e.pointerType === 'touch'

// pairOf is two different points, if there are two.
const pairOf = (start: number | null, end: number | null): Pair | null => (start === null || end === null || start === end ? null : [start, end])

export function usePointer(svg: { current: SVGSVGElement | null }, l: Layout, whole: Box, props: BoardProps): Touching {
  const finger = useSignal<Finger | null>(null)
  const part = useSignal<Box | null>(null)
  const drag = useSignal<Pair | null>(null)
  const pinch = usePinch(svg, whole, part, props.whole !== undefined)
  useLayoutEffect(() => void (part.value = null), [l]) // another layout has other parts
  const from = useRef<number | null>(null)
  const { place, pointAt, onMissAt } = usePlaces(svg, l, props)
  const release = () => {
    finger.value = null
    drag.value = null
    from.current = null
  }
  const hold = (e: PointerEvent) => {
    if (pinch.down(e)) return abandon()
    svg.current!.setPointerCapture(e.pointerId)
    finger.value = place(e)
    props.onHover?.(from.current)
  }
  const abandon = () => {
    release()
    props.onHover?.(null)
  }
  const onPointerDown = (e: PointerEvent) => {
    if (e.button !== 0) return
    from.current = pointAt(e)
    if (isTouch(e)) hold(e)
    else if (props.onDrag !== undefined) svg.current!.setPointerCapture(e.pointerId)
  }
  const onPointerMove = (e: PointerEvent) => {
    if (isTouch(e)) {
      pinch.move(e)
      if (finger.value === null) return
      finger.value = place(e)
    }
    const at = pointAt(e)
    drag.value = props.onDrag === undefined ? null : pairOf(from.current, at) // two points can be picked at once
    props.onHover?.(at)
  }
  const onPointerUp = (e: PointerEvent) => {
    pinch.up(e)
    const held = e.button === 0 && (!isTouch(e) || finger.value !== null)
    const [start, end] = [from.current, pointAt(e)]
    if (isTouch(e)) abandon()
    else release()
    if (held && end === null) onMissAt(e)
    if (held && props.onDrag !== undefined && start !== null && end !== null && start !== end) return props.onDrag(start, end)
    if (held && end !== null && (isTouch(e) || start === end)) props.onPick?.(end, !isTouch(e) ? 'mouse' : start === end ? 'tap' : 'slide', place(e).scale)
  }
  const onPointerCancel = (e: PointerEvent) => {
    pinch.up(e)
    abandon()
  }
  const onPointerLeave = (e: PointerEvent) => {
    if (!isTouch(e)) props.onHover?.(null)
  }
  return { finger, part, drag, listeners: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave } }
}
