import type { Component } from 'svelte'
import CircleCheck from '@lucide/svelte/icons/circle-check'
import CircleDashed from '@lucide/svelte/icons/circle-dashed'
import CircleOff from '@lucide/svelte/icons/circle-off'
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark'
import CircleX from '@lucide/svelte/icons/circle-x'
import EqualNot from '@lucide/svelte/icons/equal-not'
import FileQuestionMark from '@lucide/svelte/icons/file-question-mark'
import Snowflake from '@lucide/svelte/icons/snowflake'
import TrendingDown from '@lucide/svelte/icons/trending-down'
import Siren from '@lucide/svelte/icons/siren'
import TimerOff from '@lucide/svelte/icons/timer-off'
import Unplug from '@lucide/svelte/icons/unplug'
import type { DiagnosisKind } from '../../../../shared/issues/diagnosis'

interface Look {
  /** The state token: `--<tone>`, `--<tone>-solid`. */
  tone: 'incident' | 'relink' | 'unfinished' | 'stalled' | 'failed' | 'contra' | 'healthy'
  icon: Component<{ class?: string; size?: number; strokeWidth?: number; color?: string }>
}

/** The only place that gives a state its colour and icon. */
export const looks: Record<DiagnosisKind, Look> = {
  incident: { tone: 'incident', icon: Siren },
  relink: { tone: 'relink', icon: Unplug },
  unfinished: { tone: 'unfinished', icon: CircleDashed },
  stalled: { tone: 'stalled', icon: TimerOff },
  drop: { tone: 'stalled', icon: TrendingDown },
  frozen: { tone: 'stalled', icon: Snowflake },
  failed: { tone: 'failed', icon: CircleX },
  contradictory: { tone: 'contra', icon: EqualNot },
  unreadable: { tone: 'contra', icon: FileQuestionMark },
  unknown: { tone: 'contra', icon: CircleQuestionMark },
  linking: { tone: 'unfinished', icon: CircleDashed },
  healthy: { tone: 'healthy', icon: CircleCheck },
  inactive: { tone: 'contra', icon: CircleOff }
}
