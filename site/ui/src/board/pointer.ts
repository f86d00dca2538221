// Mouse and finger on the board. A mouse plays where it clicks; a finger first
// shows where it would, under a loupe, so that it can slide to the right point.
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { nearest } from './geometry'
import type { BoardProps, Finger, Layout, Touching } from './types'

const reach = 0.8 // how far from a point still counts, in lines

export function usePointer(svg: { current: SVGSVGElement | null }, l: Layout, props: BoardProps): Touching {
  const finger = useSignal<Finger | null>(null)
  const fingers = useRef(new Set<number>())
  const from = useRef<number | null>(null)

  const place = (e: PointerEvent): Finger => {
    const matrix = svg.current!.getScreenCTM()!
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix.inverse())
    return { x: at.x, y: at.y, scale: Math.hypot(matrix.a, matrix.b), left: e.clientX, above: e.clientY }
  }
  const pointAt = (e: PointerEvent) => {
    const { x, y } = place(e)
    return nearest(l.xy, x, y, reach)
  }
  const letGo = () => {
    finger.value = null
    from.current = null
  }

  const down = (e: PointerEvent) => {
    if (e.button !== 0) return
    from.current = pointAt(e)
    if (e.pointerType !== 'touch') return
    fingers.current.add(e.pointerId)
    if (fingers.current.size > 1) return letGo() // two fingers zoom
    svg.current!.setPointerCapture(e.pointerId)
    finger.value = place(e)
    props.onHover?.(from.current)
  }
  const move = (e: PointerEvent) => {
    if (e.pointerType === 'touch') {
      if (finger.value === null) return
      finger.value = place(e)
    }
    props.onHover?.(pointAt(e))
  }
  const up = (e: PointerEvent) => {
    const touch = e.pointerType === 'touch'
    const held = !touch || finger.value !== null
    fingers.current.delete(e.pointerId)
    const [start, end] = [from.current, pointAt(e)]
    letGo()
    if (touch) props.onHover?.(null)
    if (held && end === null) props.onMiss?.()
    if (held && end !== null && (touch || start === end)) props.onPick?.(end, !touch ? 'mouse' : start === end ? 'tap' : 'slide')
  }
  const cancel = (e: PointerEvent) => {
    fingers.current.delete(e.pointerId)
    letGo()
    props.onHover?.(null)
  }
  const leave = (e: PointerEvent) => {
    if (e.pointerType !== 'touch') props.onHover?.(null)
  }
  return {
    finger,
    listeners: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: cancel, onPointerLeave: leave },
  }
}
