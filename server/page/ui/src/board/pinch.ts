// Two fingers on the board zoom it and move it.
import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Box } from './types'

interface Place {
  x: number
  y: number
}

const nearestZoom = 4

// usePinch follows the fingers on the board. While there are two, the place of the
// board between them stays between them, where the board zooms.
export function usePinch(svg: { current: SVGSVGElement | null }, whole: Box, part: Signal<Box | null>, zooms: boolean) {
  const fingers = useRef(new Map<number, Place>())
  const start = useRef<{ apart: number; zoom: number; at: Place } | null>(null)
  const between = () => {
    const [a, b] = [...fingers.current.values()] as [Place, Place]
    return { apart: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  }
  const follow = (e: PointerEvent) => fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY })
  return {
    // down reports whether there are two fingers now.
    down: (e: PointerEvent): boolean => {
      follow(e)
      if (fingers.current.size !== 2 || !zooms) return fingers.current.size > 1
      const now = between()
      const at = new DOMPoint(now.x, now.y).matrixTransform(svg.current!.getScreenCTM()!.inverse())
      start.current = { apart: Math.max(now.apart, 1), zoom: whole.width / (part.value ?? whole).width, at }
      return true
    },
    move: (e: PointerEvent): void => {
      if (!fingers.current.has(e.pointerId)) return
      follow(e)
      if (start.current === null || fingers.current.size !== 2) return
      const { apart, x, y } = between()
      const zoom = Math.min(Math.max((start.current.zoom * apart) / start.current.apart, 1), nearestZoom)
      part.value = zoom < 1.02 ? null : cut(whole, zoom, start.current.at, svg.current!.getBoundingClientRect(), { x, y })
    },
    up: (e: PointerEvent): void => {
      fingers.current.delete(e.pointerId)
      if (fingers.current.size < 2) start.current = null
    },
  }
}

// cut is the part of the whole that shows a place of it at a spot on the screen.
export function cut(whole: Box, zoom: number, at: Place, screen: { left: number; top: number; width: number; height: number }, spot: Place): Box {
  const [width, height] = [whole.width / zoom, whole.height / zoom]
  const x = at.x - ((spot.x - screen.left) / screen.width) * width
  const y = at.y - ((spot.y - screen.top) / screen.height) * height
  const within = (value: number, low: number, room: number) => Math.min(Math.max(value, low), low + room)
  return { x: within(x, whole.x, whole.width - width), y: within(y, whole.y, whole.height - height), width, height }
}
