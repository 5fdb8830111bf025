import type { Component } from 'svelte'
import CircleCheck from '@lucide/svelte/icons/circle-check'
import CircleDashed from '@lucide/svelte/icons/circle-dashed'
import CircleMinus from '@lucide/svelte/icons/circle-minus'
import CircleX from '@lucide/svelte/icons/circle-x'
import TriangleAlert from '@lucide/svelte/icons/triangle-alert'
import type { FindingState } from '../../../shared/doctor/finding'

interface Look {
  icon: Component<{ class?: string; size?: number; strokeWidth?: number }>
  tone: string
}

/** Icon and word show a state, never colour alone. */
export const stateLooks: Record<FindingState, Look> = {
  ok: { icon: CircleCheck, tone: 'text-good' },
  warning: { icon: TriangleAlert, tone: 'text-relink' },
  fault: { icon: CircleX, tone: 'text-failed' },
  skipped: { icon: CircleMinus, tone: 'text-3' },
  testing: { icon: CircleDashed, tone: 'text-3' }
}
