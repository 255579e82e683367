// Made by tooling/api-types.mjs from the OpenAPI document; do not edit.
/* eslint-disable */

/** The named shapes of the API. */
export interface Shapes {
  Problem: {
    type: string;
    title: string;
    status: number;
    detail: string;
    code: string;
    instance?: string;
    issues?: { path: string; message: string }[];
    turn_id?: string;
    approval?: {
      approval_id: string;
      kind: 'message' | 'step' | 'call';
      task_id: string | null;
      thread_id: string;
      turn_id: string;
      state: 'pending' | 'approved' | 'edited' | 'refused' | 'expired';
      tool: string;
      arguments: Record<string, unknown>;
      edited_arguments: Record<string, unknown> | null;
      shown: string;
      effects?: string[];
      hash: string;
      reason: string;
      tier: 'observe' | 'organise' | 'act' | 'commit';
      created_at: string;
      expires_at: string;
      resolved_at: string | null;
      resolved_by: string | null;
      continuation_turn_id: string | null;
    };
    error?: { code: string; message: string; field?: string };
  };
  Turn: {
    turn_id: string;
    thread_id: string;
    seq: number;
    state: 'pending' | 'running' | 'answered' | 'ignored' | 'merged' | 'failed' | 'cancelled' | 'quarantined';
    text: string;
    speaker: string | null;
    source: string;
    trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    attempts: number;
    accepted_at: string;
    ended_at: string | null;
    duration_ms: number | null;
    reply: {
      text: string;
      mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
      topic: string;
      confidence: number;
      reply_confidence?: number | null;
      exchange_id: string;
      citations: { exchangeId: string; quote: string; support?: number }[];
      model: string;
    } | null;
    error: { code: string; message: string; recoverable: boolean } | null;
    traceparent: string | null;
    merged_into?: string | null;
    merged?: string[];
    interrupted_by?: string | null;
    parent_turn_id?: string | null;
    child_turn_ids?: string[];
    forgotten_at?: string | null;
    feedback?: {
      feedback_id: string;
      target: string;
      value: number;
      note: string | null;
      wanted?: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
      given_by: string;
      at: string;
    }[];
    approvals?: {
      approval_id: string;
      kind: 'message' | 'step' | 'call';
      task_id: string | null;
      thread_id: string;
      turn_id: string;
      state: 'pending' | 'approved' | 'edited' | 'refused' | 'expired';
      tool: string;
      arguments: Record<string, unknown>;
      edited_arguments: Record<string, unknown> | null;
      shown: string;
      effects?: string[];
      hash: string;
      reason: string;
      tier: 'observe' | 'organise' | 'act' | 'commit';
      created_at: string;
      expires_at: string;
      resolved_at: string | null;
      resolved_by: string | null;
      continuation_turn_id: string | null;
    }[];
  };
  TurnExplanation: {
    turn: Shapes['Turn'];
    timings?: Record<string, number> | null;
    decision: {
      policyName: string;
      policyVersion: number;
      signals: Record<string, number>;
      scores: { RESPOND: number; CLARIFY: number; ACT: number; ACKNOWLEDGE: number; IGNORE: number };
      modeInitial: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
      modeTerminal: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
      confidence: number;
      margin: number;
      effectiveMargin: number;
      tiebreak: {
        candidates: [
          'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE',
          'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE',
        ];
        choice: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
        reason: string;
      } | null;
      reroute?: {
        policyName: string;
        policyVersion: number;
        signals: Record<string, number>;
        scores: { RESPOND: number; CLARIFY: number; ACT: number; ACKNOWLEDGE: number; IGNORE: number };
        modeInitial: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
        modeTerminal: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
        confidence: number;
        margin: number;
        effectiveMargin: number;
        tiebreak: {
          candidates: [
            'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE',
            'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE',
          ];
          choice: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
          reason: string;
        } | null;
      } | null;
      unmeasured?: string[];
    } | null;
    takeovers: { fence: number; lost_owner: string; new_owner: string; taken_at: string }[];
    memory: {
      exchange_id: string;
      chunk_state: string;
      chunk_error: string | null;
      entities: unknown[];
      gists: { type: string; content: string; confidence: number }[];
      facts: { subject: string; key: string; value: string; confidence: number }[];
      traits?: {
        person: string;
        key: string;
        value: string;
        origin: 'explicit' | 'inferred';
        confidence: number;
        prevailed: boolean;
      }[];
      sentiment?: number | null;
      scope?: string | null;
      episode: {
        id: string;
        gist: string | null;
        state: string;
        reason: ('switch' | 'full' | 'silence' | 'expiry') | null;
      } | null;
      untold?: { due_at: string | null; due: boolean } | null;
    } | null;
    steps?: {
      runId: string;
      n: number;
      turnId: string;
      kind: 'plan' | 'action' | 'steer' | 'summary' | 'closing';
      state:
        | 'planned'
        | 'started'
        | 'waiting'
        | 'asked'
        | 'succeeded'
        | 'failed'
        | 'timed_out'
        | 'unknown'
        | 'refused'
        | 'denied'
        | 'expired'
        | 'done';
      note: string | null;
      reason: string | null;
      call: { id: string; tool: string; arguments: Record<string, unknown> | null; broken?: string } | null;
      seen: {
        least: { section: string; id: string; trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner' };
        own: string | null;
      } | null;
      ruling: {
        path: 'run' | 'ask' | 'refuse';
        reason: string;
        gate: { level: 'safe' | 'confirm' | 'block'; reasons: string[] };
        tier: 'observe' | 'organise' | 'act' | 'commit';
        effectiveTier: 'observe' | 'organise' | 'act' | 'commit';
        confidence: number;
        least: { section: string; id: string; trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner' };
        two: { untrusted: string | null; private: string | null; outside: string | null };
        tainted: boolean;
        kind: string;
        grant?: {
          class:
            | 'read_public'
            | 'read_private'
            | 'write_local'
            | 'external_send'
            | 'destructive'
            | 'code_or_computer';
          says: 'allow' | 'review' | 'reject';
        };
        asked?: {
          why: {
            code:
              | 'safety_rule'
              | 'unknown_tool'
              | 'irreversible'
              | 'private_and_outside'
              | 'from_outside'
              | 'unknown_speaker'
              | 'others_words_later'
              | 'unprompted'
              | 'failed_before'
              | 'too_new'
              | 'not_granted'
              | 'changed';
            times?: number;
            of?: number;
            detail?: string;
          };
          language: string;
          because: string;
        };
      } | null;
      result: {
        outcome: 'succeeded' | 'failed' | 'timed_out' | 'unknown';
        text: string;
        trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
        transient?: boolean;
        durationMs: number;
        confidence?: number;
      } | null;
      verdict: { verdict: 'accept' | 'correct' | 'escalate'; rule: string; reason: string } | null;
      approvalId: string | null;
      idempotencyKey: string | null;
      attempt: number;
      retryAt: string | null;
      late: string | null;
      at: string;
    }[];
    contexts?: {
      role: string;
      provider: string;
      model: string;
      template: string;
      budgetTokens: number;
      tools?: { offered: number; left: string[] };
      compacted: 'no' | 'window' | 'overflow';
      sections: {
        section: string;
        share: number;
        used: number;
        lent: number;
        items: number;
        dropped: number;
      }[];
      items: {
        id: string;
        ref?: string;
        section: string;
        trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
        tokens: number;
        relevance: number;
        included: boolean;
        why: string;
      }[];
      system?: string;
      messages?: {
        role: 'user' | 'assistant' | 'tool';
        content: string;
        calls?: unknown[];
        results?: unknown[];
      }[];
      fault?: string;
      call: number;
      tokens: number;
    }[];
    reply_basis?: { ground: number; supported: number; least_action: number | null; limit: number } | null;
    calibration?: { right: number; version: number; decisions: number; at: string } | null;
  };
  Accepted: {
    turn_id: string;
    thread_id: string;
    seq: number;
    state: 'pending' | 'running' | 'answered' | 'ignored' | 'merged' | 'failed' | 'cancelled' | 'quarantined';
    replayed: boolean;
    links: { self: string; events: string };
  };
  Cancelled: {
    turn_id: string;
    status: 'cancelled' | 'requested' | 'ended';
    state: 'pending' | 'running' | 'answered' | 'ignored' | 'merged' | 'failed' | 'cancelled' | 'quarantined';
  };
  Message: {
    text: string;
    source?: string;
    thread_id?: string;
    speaker?: string;
    channel?: string;
    trust?: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    time_zone?: string;
    at?: string;
    mid_run?: 'queue' | 'reject' | 'merge' | 'interrupt' | 'steer';
  };
  Completion: {
    model?: string;
    messages: {
      role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
      content?: (string | { type: 'text'; text: string }[]) | null;
      name?: string;
    }[];
    stream?: boolean | null;
    stream_options?: { include_usage?: boolean } | null;
    n?: 1 | null;
    user?: string;
    metadata?: { thread_id?: string; time_zone?: string } | null;
  };
  StreamEvent:
    | { type: 'status'; status: 'processing' | 'thinking' | 'still_working' }
    | { type: 'delta'; text: string }
    | { type: 'reset'; reason: string }
    | {
        type: 'message';
        turn_id: string;
        text: string;
        topic: string;
        mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
        confidence: number;
        reply_confidence?: number;
        exchange_id: string;
        citations: { exchangeId: string; quote: string; support?: number }[];
      }
    | { type: 'error'; turn_id: string; code: string; message: string; recoverable: boolean }
    | {
        type: 'done';
        turn_id: string;
        state: 'answered' | 'ignored' | 'merged' | 'failed' | 'cancelled' | 'quarantined';
        duration_ms: number;
        merged_into?: string;
        interrupted_by?: string;
      }
    | { type: 'detached'; turn_id: string; resume: string };
  Thread: {
    thread_id: string;
    key: string;
    source: string;
    state: 'active' | 'expired';
    topic: string | null;
    title?: string | null;
    confidence: number;
    turns: number;
    pending: number;
    created_at: string;
    last_activity_at: string;
    asked?: number;
    last?: {
      turn_id: string;
      text: string;
      reply: string | null;
      speaker: string | null;
      source: string;
      state:
        | 'pending'
        | 'running'
        | 'answered'
        | 'ignored'
        | 'merged'
        | 'failed'
        | 'cancelled'
        | 'quarantined';
      mode: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
      said_at: string;
    } | null;
  };
  HistoryItem: {
    turn_id: string;
    seq: number;
    state: 'pending' | 'running' | 'answered' | 'ignored' | 'merged' | 'failed' | 'cancelled' | 'quarantined';
    speaker: string | null;
    text: string;
    merged_into?: string | null;
    trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    said_at: string;
    reply: {
      text: string;
      mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
      exchange_id: string;
      citations: { exchangeId: string; quote: string; support?: number }[];
      reply_confidence?: number | null;
      model?: string | null;
      usage?: { input_tokens: number | null; output_tokens: number | null } | null;
    } | null;
    source?: string;
    accepted_at?: string;
    ended_at?: string | null;
    cancel_requested_at?: string | null;
    forgotten_at?: string | null;
    error?: { code: string; message: string; recoverable: boolean } | null;
    parent_turn_id?: string | null;
    interrupted_by?: string | null;
    steered?: boolean;
    answers?: string[];
    mode?: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
    confidence?: number | null;
    approvals?: {
      approval_id: string;
      kind: 'message' | 'step' | 'call';
      task_id: string | null;
      thread_id: string;
      turn_id: string;
      state: 'pending' | 'approved' | 'edited' | 'refused' | 'expired';
      tool: string;
      arguments: Record<string, unknown>;
      edited_arguments: Record<string, unknown> | null;
      shown: string;
      effects?: string[];
      hash: string;
      reason: string;
      tier: 'observe' | 'organise' | 'act' | 'commit';
      created_at: string;
      expires_at: string;
      resolved_at: string | null;
      resolved_by: string | null;
      continuation_turn_id: string | null;
    }[];
    feedback?: {
      value: number;
      wanted: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
      given_by: string;
    }[];
  };
  MemoryHit: {
    kind: 'exchange' | 'fact' | 'episode' | 'concept' | 'thought';
    id: string;
    text: string;
    score: number;
    why: Record<string, number>;
    factors?: { name: string; value: number; weight: number; part: number }[];
    at: string;
    thread_id: string;
    exchange_id: string | null;
    turn_id?: string | null;
    trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    source: string;
  };
  KeptItem: {
    kind:
      | 'exchange'
      | 'gist'
      | 'fact'
      | 'trait'
      | 'episode'
      | 'concept'
      | 'relation'
      | 'thought'
      | 'autobiography'
      | 'schedule'
      | 'listItem';
    id: string;
    at: string;
    text: string;
    trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    source: string;
    sources: string[];
  };
  MemoryItem: {
    item: Shapes['KeptItem'];
    sources: Shapes['KeptItem'][];
    derived: {
      kind:
        | 'exchange'
        | 'gist'
        | 'fact'
        | 'trait'
        | 'episode'
        | 'concept'
        | 'relation'
        | 'thought'
        | 'autobiography'
        | 'schedule'
        | 'listItem';
      id: string;
    }[];
  };
  RememberedItem: {
    kind:
      | 'exchange'
      | 'gist'
      | 'fact'
      | 'trait'
      | 'episode'
      | 'concept'
      | 'relation'
      | 'thought'
      | 'autobiography'
      | 'schedule'
      | 'listItem';
    id: string;
    at: string;
    text: string;
    trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    source: string;
    sources: string[];
    turn_id: string | null;
  };
  MemoryStatement: {
    kind: 'fact' | 'trait' | 'relation';
    id: string;
    subject: string;
    key: string;
    value: string;
    valid_from: string;
    valid_to: string | null;
    superseded_by: string | null;
    confidence: number;
    trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    thread_id: string | null;
    turn_id: string | null;
  };
  MemoryDay: {
    day: string;
    from: string;
    to: string;
    counts: Record<string, number>;
    summary: {
      episode_id: string;
      text: string;
      trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
      salience: number;
    } | null;
  };
  MemoryGraph: {
    question: string | null;
    at: string;
    rules: { depth: number; decay: number; cut: number };
    nodes: {
      id: string;
      name: string;
      kind: string;
      definition: string;
      trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
      strength: number;
      mentions: number;
      last_seen_at: string;
      seed: boolean;
      sources: {
        episode_id: string;
        exchange_id: string | null;
        thread_id: string | null;
        turn_id: string | null;
        at: string;
        text: string | null;
        trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
      }[];
    }[];
    edges: {
      id: string;
      from: string;
      to: string;
      type: string;
      strength: number;
      since: string;
      until: string | null;
      trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    }[];
    frames: { step: number; active: { id: string; energy: number }[]; edges: string[] }[];
    left_out: number;
  };
  ListedForgetting: {
    forget_id: string;
    scope: 'item' | 'thread' | 'source' | 'person' | 'period' | 'statement';
    state: 'pending' | 'deleting' | 'watching' | 'done';
    reason: string;
    requested_at: string;
    gone_at: string | null;
    open_turns?: number;
    counts: Record<string, number>;
    requested_by: string;
  };
  Person: {
    person_id: string;
    name: string;
    owner: boolean;
    names: { kind: 'name' | 'mail'; value: string; merged_from: string | null }[];
    time_zone: string | null;
    quiet_hours: { from: string; until: string } | null;
    proposed_zone: {
      time_zone: string;
      place: string | null;
      exchange_id: string | null;
      told_at: string | null;
    } | null;
    zone_in_use: string;
    created_at: string;
    updated_at: string;
  };
  ForgetRequest: {
    scope: 'item' | 'thread' | 'source' | 'person' | 'period' | 'statement';
    target: string;
    names?: string[];
    dry_run?: boolean;
    reason?: string;
  };
  Forgetting: {
    forget_id: string;
    scope: 'item' | 'thread' | 'source' | 'person' | 'period' | 'statement';
    state: 'pending' | 'deleting' | 'watching' | 'done';
    reason: string;
    requested_at: string;
    gone_at: string | null;
    open_turns?: number;
    counts: Record<string, number>;
  };
  MemoryAudit: {
    at: string;
    kinds: Record<
      string,
      { total: number; looked: number; duplicates: number; unsupported: number; loops: number; stale: number }
    >;
    failed: Record<string, number>;
    reasons?: { kind: string; reason: string; count: number }[];
    repeats?: Record<string, number>;
    untold?: number;
  };
  Autobiography: {
    autobiography_id: string;
    version: number;
    created_at: string;
    sections: Record<
      string,
      { text: string; trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner' }[]
    >;
    hashes: Record<string, string>;
    deltas: Record<string, { added: string[]; removed: string[] }>;
    inputs: Record<string, number>;
    model: string;
  };
  ApprovalAnswer:
    | { answer: 'approve'; session_minutes?: number }
    | { answer: 'refuse' }
    | { answer: 'edit'; arguments: Record<string, unknown> };
  Schedule: {
    schedule_id: string;
    thread_id: string;
    kind: 'reminder' | 'prompt';
    text: string;
    speaker: string | null;
    state: 'active' | 'paused' | 'ended' | 'cancelled';
    time_zone: string;
    starts_at: string;
    rule: string | null;
    rule_in_words: string | null;
    due_at: string;
    next: { at: string; local: string }[];
  };
  ScheduleDetail: {
    schedule_id: string;
    thread_id: string;
    kind: 'reminder' | 'prompt';
    text: string;
    speaker: string | null;
    state: 'active' | 'paused' | 'ended' | 'cancelled';
    time_zone: string;
    starts_at: string;
    rule: string | null;
    rule_in_words: string | null;
    due_at: string;
    next: { at: string; local: string }[];
    occurrences: { items: Shapes['Occurrence'][]; next: string | null };
  };
  Occurrence: {
    slot: string;
    local: string;
    fate: 'fired' | 'late' | 'catch-up' | 'skipped' | 'cancelled';
    reason: string | null;
    stands_for: number | null;
    late_ms: number;
    turn_id: string | null;
    decided_at: string;
  };
  NewSchedule: {
    text: string;
    kind?: 'reminder' | 'prompt';
    due_at?: string;
    starts_at?: string;
    rule?: string;
    time_zone?: string;
    speaker?: string;
    thread_id?: string;
  };
  Task: {
    task_id: string;
    state:
      | 'scheduled'
      | 'running'
      | 'awaiting_review'
      | 'retry_wait'
      | 'completed'
      | 'rejected'
      | 'failed'
      | 'dead';
    reason: string | null;
    why: string;
    source: 'mail' | 'hook' | 'api' | 'skill';
    title: string;
    from: string;
    authority:
      | 'unknown'
      | 'owner_claimed'
      | 'external_verified'
      | 'owner_verified'
      | 'approved_session'
      | 'system';
    action_class:
      | 'read_public'
      | 'read_private'
      | 'write_local'
      | 'external_send'
      | 'destructive'
      | 'code_or_computer';
    trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    speaker: string | null;
    thread_id: string | null;
    report_thread_id: string | null;
    turn_id: string | null;
    approval_id: string | null;
    run_at: string;
    turns_used: number;
    result: string | null;
    created_at: string;
    started_at: string | null;
    ended_at: string | null;
    cancel_requested_at: string | null;
  };
  TaskDetail: {
    task_id: string;
    state:
      | 'scheduled'
      | 'running'
      | 'awaiting_review'
      | 'retry_wait'
      | 'completed'
      | 'rejected'
      | 'failed'
      | 'dead';
    reason: string | null;
    why: string;
    source: 'mail' | 'hook' | 'api' | 'skill';
    title: string;
    from: string;
    authority:
      | 'unknown'
      | 'owner_claimed'
      | 'external_verified'
      | 'owner_verified'
      | 'approved_session'
      | 'system';
    action_class:
      | 'read_public'
      | 'read_private'
      | 'write_local'
      | 'external_send'
      | 'destructive'
      | 'code_or_computer';
    trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    speaker: string | null;
    thread_id: string | null;
    report_thread_id: string | null;
    turn_id: string | null;
    approval_id: string | null;
    run_at: string;
    turns_used: number;
    result: string | null;
    created_at: string;
    started_at: string | null;
    ended_at: string | null;
    cancel_requested_at: string | null;
    text: string;
    plan: Shapes['Plan'];
    steps: {
      n: number;
      name: string;
      kind: 'agent' | 'triage' | 'person';
      state: 'running' | 'asked' | 'done' | 'failed' | 'refused';
      turn_id: string | null;
      approval_id: string | null;
      attempt: number;
      result: string | null;
      acted: number;
      started_at: string;
      ended_at: string | null;
    }[];
    lease: { owner: string; fence: number; until: string } | null;
    grant: {
      authority:
        | 'unknown'
        | 'owner_claimed'
        | 'external_verified'
        | 'owner_verified'
        | 'approved_session'
        | 'system';
      allowed: (
        | 'read_public'
        | 'read_private'
        | 'write_local'
        | 'external_send'
        | 'destructive'
        | 'code_or_computer'
      )[];
      until: string | null;
      by: string | null;
      words: string;
    };
    inbound: Shapes['Inbound'] | null;
  };
  NewTask: {
    text: string;
    title?: string;
    plan?: 'mail' | Shapes['Plan'];
    run_at?: string;
    thread_id?: string;
    speaker?: string;
  };
  Plan: {
    steps: (
      | { kind: 'agent'; name: string; text: string; next?: string }
      | {
          kind: 'triage';
          name: string;
          text: string;
          choices: { name: string; means: string }[];
          routes_by: Record<string, string>;
          sure?: number;
        }
      | { kind: 'person'; name: string; text: string; next?: string }
    )[];
    turns_max?: number;
    hours_max?: number;
  };
  Hook: {
    hook_id: string;
    name: string;
    path: string;
    state: 'active' | 'paused' | 'removed';
    action:
      | 'read_public'
      | 'read_private'
      | 'write_local'
      | 'external_send'
      | 'destructive'
      | 'code_or_computer';
    ceiling:
      | 'unknown'
      | 'owner_claimed'
      | 'external_verified'
      | 'owner_verified'
      | 'approved_session'
      | 'system';
    plan: Shapes['Plan'] | null;
    per_minute: number;
    created_at: string;
    old_secret_until: string | null;
  };
  NewHook: {
    name: string;
    action?:
      | 'read_public'
      | 'read_private'
      | 'write_local'
      | 'external_send'
      | 'destructive'
      | 'code_or_computer';
    ceiling?: 'external_verified' | 'owner_verified';
    plan?: 'mail' | Shapes['Plan'];
    per_minute?: number;
  };
  HookTaken: { task_id: string | null; state: 'accepted' | 'waits' | 'rejected'; duplicate: boolean };
  Inbound: {
    inbound_id: string;
    source: string;
    sender: string;
    subject: string;
    authority:
      | 'unknown'
      | 'owner_claimed'
      | 'external_verified'
      | 'owner_verified'
      | 'approved_session'
      | 'system';
    action_class:
      | 'read_public'
      | 'read_private'
      | 'write_local'
      | 'external_send'
      | 'destructive'
      | 'code_or_computer';
    authorisation: 'allow' | 'review' | 'reject';
    reason: string;
    why: string;
    checks: { method: 'dkim' | 'dmarc' | 'spf' | 'arc'; result: string; domain: string | null }[];
    notes: string[];
    evidence:
      | (
          | {
              kind: 'mail';
              mailbox: string;
              from: string | null;
              name: string | null;
              authserv: 'pinned' | 'other' | 'missing';
              checks: { method: 'dkim' | 'dmarc' | 'spf' | 'arc'; result: string; domain: string | null }[];
              aligned: boolean;
              notes: string[];
              messageId: string | null;
              bytes: number;
            }
          | {
              kind: 'hook';
              hookId: string;
              name: string;
              secret: 'current' | 'old';
              sentAt: string;
              bytes: number;
            }
          | { kind: 'person'; by: string }
        )
      | null;
    count: number;
    task_id: string | null;
    received_at: string;
  };
  PulseEvent: {
    event_id: string;
    kind: 'tick' | 'tick_error' | 'adapter_error' | 'tick_asked';
    at: string;
    report: Record<string, unknown>;
    asked_id: string | null;
  };
  Fingerprint: {
    module_id: string;
    cluster: string;
    version: string;
    question_template: string;
    question_templates?: Record<string, string>;
    default_threshold: number;
    signal_priors?: {
      filesystem?: {
        watch_directories: string[];
        relevant_extensions?: string[];
        irrelevant_extensions?: string[];
        ignore?: string[];
        relevant_words?: string[];
        relevant_lines?: string[];
        deltas?: ('created' | 'modified' | 'deleted' | 'renamed')[];
      };
      memory?: { watch_namespaces: string[]; high_relevance_keys?: string[] };
      time?: {
        active_hours: [number, number];
        active_days?: number[];
        typical_interval_hours?: number;
        ticks?: boolean;
      };
      network?: { endpoints: string[]; every_seconds?: number };
      mail?: {
        mailboxes?: string[];
        relevant_senders?: string[];
        relevant_words?: string[];
        wants_answer?: boolean;
      };
      hook?: { hooks: string[]; relevant_words?: string[] };
      task?: { states?: ('completed' | 'rejected' | 'failed' | 'dead')[] };
      host?: { metrics?: ('load' | 'memory' | 'disk')[]; high?: number };
    };
    time_zone?: string;
    cooldown_seconds?: number;
    quiet_hours?: [number, number] | null;
    urgent?: boolean;
    alerts_per_day?: number;
  };
  Module: {
    name: string;
    cluster: string;
    version: string;
    state: 'active' | 'paused' | 'removed';
    threshold: number | null;
    last_wake_at: string | null;
    breaker_until: string | null;
    hash: string;
    fingerprint: Shapes['Fingerprint'];
    created_at: string;
    updated_at: string;
  };
  Judgement: {
    module: string;
    cluster: string;
    reason:
      | 'woke'
      | 'ambiguous'
      | 'outscored'
      | 'below_threshold'
      | 'template_missing'
      | 'template_error'
      | 'not_finite'
      | 'own_doing'
      | 'flood'
      | 'breaker'
      | 'budget'
      | 'explored'
      | 'stale'
      | 'paused'
      | 'considered'
      | 'skipped';
    why: string;
    score: number | null;
    rule: number | null;
    learned: number | null;
    threshold: number;
    version: number;
    activation_id: string | null;
    activation_state: ('open' | 'asked' | 'told' | 'shown' | 'dropped') | null;
  };
  Activation: {
    activation_id: string;
    cluster: string;
    module: string | null;
    candidates: string[];
    kind: 'look' | 'wake';
    state: 'open' | 'asked' | 'told' | 'shown' | 'dropped';
    reason:
      | 'woke'
      | 'ambiguous'
      | 'outscored'
      | 'below_threshold'
      | 'template_missing'
      | 'template_error'
      | 'not_finite'
      | 'own_doing'
      | 'flood'
      | 'breaker'
      | 'budget'
      | 'explored'
      | 'stale'
      | 'paused'
      | 'considered'
      | 'skipped';
    why: string;
    score: number;
    threshold: number;
    version: number;
    count: number;
    latest: {
      source: 'filesystem' | 'memory' | 'time' | 'network' | 'mail' | 'hook' | 'task' | 'host';
      location: string;
      delta_type: 'created' | 'modified' | 'deleted' | 'renamed' | 'tick';
      at: string;
    } | null;
    question: string | null;
    turn_id: string | null;
    opened_at: string;
    due_at: string;
    asked_at: string | null;
    heard_at: string | null;
    label: number | null;
    choice: string | null;
    labelled_by: string | null;
    labelled_at: string | null;
  };
  Policy: {
    name: string;
    live_version: number | null;
    newest_version: number | null;
    base: { name: string; version: number } | null;
    pinned: { version: number; by: string | null; at: string } | null;
    cycled_at: string | null;
    updated_at: string;
  };
  PolicyDetail: {
    name: string;
    live_version: number | null;
    newest_version: number | null;
    base: { name: string; version: number } | null;
    pinned: { version: number; by: string | null; at: string } | null;
    cycled_at: string | null;
    updated_at: string;
    departures: { parameter: string; from: number | null; to: number | null }[];
    standing: {
      at: string;
      outcome: string;
      decisions: number;
      labelled: number;
      one_to_one: number;
      tiebreak_share: number;
      pressures: { name: string; value: number; threshold: number; excess: number }[];
      shares: {
        mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
        share: number;
        low: number;
        high: number;
      }[];
    } | null;
    adoption: { live: number; adopted: number } | null;
    replicas: { worker_id: string; version: number | null }[] | null;
  };
  PolicyVersion: {
    name: string;
    version: number;
    parent: { name: string; version: number } | null;
    weights: Record<string, number>;
    reason: Record<string, unknown> | null;
    created_at: string;
  };
  PolicyChange: {
    change_id: string;
    policy: string;
    action: 'publish' | 'confirm' | 'revert' | 'release' | 'pin' | 'unpin' | 'rollback';
    version: number;
    parent_version: number | null;
    parameter: string | null;
    value_before: number | null;
    value_after: number | null;
    pressure: string | null;
    estimate: Record<string, unknown> | null;
    measured: Record<string, unknown> | null;
    adopted_at: string | null;
    cause: string;
    at: string;
  };
  PolicyDiff: {
    from: { name: string; version: number };
    to: { name: string; version: number };
    weights: { parameter: string; from: number | null; to: number | null }[];
  };
  NewPolicyRequest: {
    kind: 'pin' | 'unpin' | 'rollback' | 'simulate';
    version?: number;
    weights?: Record<string, number>;
    days?: number;
  };
  PolicyRequest: {
    request_id: string;
    kind: 'pin' | 'unpin' | 'rollback' | 'simulate';
    policy: string;
    version: number | null;
    asked_by: string;
    asked_at: string;
    state: 'open' | 'done' | 'refused';
    outcome: Record<string, unknown> | null;
    done_at: string | null;
  };
  Label: {
    label_id: string;
    turn_id: string;
    thread_id: string;
    kind: 'missed_clarify' | 'missed_act' | 'under_engagement' | 'over_engagement' | 'correct';
    wanted: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
    mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
    confidence: number;
    given_via: 'reaction' | 'silence' | 'feedback' | 'reflection';
    reason: string;
    given_by: string;
    from_turn_id: string | null;
    policy: { name: string; version: number };
    review: { ambiguity: number; dimensions: Record<string, number> } | null;
    decided_at: string;
    at: string;
  };
  PolicySeries: {
    policy: string;
    bands: { mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE'; low: number; high: number }[];
    days: {
      day: string;
      at: string;
      decided: { name: string; version: number };
      standing: {
        outcome: string;
        decisions: number;
        labelled: number;
        one_to_one: number;
        tiebreak_share: number;
        shares: Record<string, number>;
        pressures: { name: string; value: number; threshold: number; excess: number }[];
      } | null;
    }[];
    versions: { name: string; version: number; weights: Record<string, number> }[];
    decides: { name: string; version: number };
  };
  RoutingShares: {
    from: string;
    to: string;
    decisions: number;
    shares: {
      mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
      decisions: number;
      share: number;
      likely_low: number;
      likely_high: number;
      low: number;
      high: number;
    }[];
    days: {
      day: string;
      decisions: number;
      shares: {
        mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
        decisions: number;
        share: number;
      }[];
    }[];
  };
  RoutingCalibration: {
    calibration: {
      version: number;
      at: string;
      decisions: number;
      figures: {
        error_before: number;
        error_after: number;
        helps: boolean;
        bins: {
          from: number;
          to: number;
          decisions: number;
          confidence: number;
          correct: number;
          low: number;
          high: number;
          mapped: number;
        }[];
        scores: {
          mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
          decisions: number;
          share: number;
          low: number;
          high: number;
        }[];
      } | null;
    } | null;
  };
  Drifted: {
    thought_id: string;
    type: 'reflection' | 'question' | 'hypothesis';
    text: string;
    trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    strategy: string;
    energy: number;
    model: string;
    tokens: number;
    concepts: { concept_id: string; name: string; energy: number; seed: boolean }[];
    episode: { episode_id: string; gist: string; at: string } | null;
    thread_id: string;
    created_at: string;
    expires_at: string;
    said: {
      turn_id: string;
      thread_id: string;
      at: string;
      state:
        | 'pending'
        | 'running'
        | 'answered'
        | 'ignored'
        | 'merged'
        | 'failed'
        | 'cancelled'
        | 'quarantined';
      outcome: ('seen' | 'delivered' | 'undelivered' | 'nothing') | null;
    } | null;
    used: { count: number; last_at: string } | null;
    judged: number | null;
  };
  DriftedDetail: {
    thought_id: string;
    type: 'reflection' | 'question' | 'hypothesis';
    text: string;
    trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
    strategy: string;
    energy: number;
    model: string;
    tokens: number;
    concepts: { concept_id: string; name: string; energy: number; seed: boolean }[];
    episode: { episode_id: string; gist: string; at: string } | null;
    thread_id: string;
    created_at: string;
    expires_at: string;
    said: {
      turn_id: string;
      thread_id: string;
      at: string;
      state:
        | 'pending'
        | 'running'
        | 'answered'
        | 'ignored'
        | 'merged'
        | 'failed'
        | 'cancelled'
        | 'quarantined';
      outcome: ('seen' | 'delivered' | 'undelivered' | 'nothing') | null;
    } | null;
    used: { count: number; last_at: string } | null;
    judged: number | null;
    shown: { turn_id: string; thread_id: string; at: string }[];
  };
  Goal: {
    id: number;
    goal: string;
    priority: number;
    context: string | null;
    status: 'active' | 'paused' | 'completed' | 'abandoned';
    created_at: string;
    updated_at: string;
    completed_at: string | null;
    trust: 'owner' | 'unverified';
  };
  NewGoal: { goal: string; priority?: number; context?: string | null };
  GoalChange: {
    goal?: string;
    priority?: number;
    context?: string | null;
    status?: 'active' | 'paused' | 'completed' | 'abandoned';
  };
  Evaluate: { action: string; context?: Record<string, unknown> };
  Evaluation: {
    decision: 'act' | 'consider' | 'skip';
    salience: number;
    matched_goals: { id: number; goal: string; priority: number; overlap: number; contribution: number }[];
    reasoning: string;
    action_id: number;
    factors: Record<string, number>;
    held_until: string | null;
    merged_into: number | null;
  };
  EvaluatedAction: {
    id: number;
    action: string;
    context: Record<string, unknown>;
    salience: number;
    decision: 'act' | 'consider' | 'skip';
    matched_goals: { id: number; goal: string; priority: number; overlap: number; contribution: number }[];
    reasoning: string;
    outcome: string | null;
    outcome_notes: string | null;
    outcome_at: string | null;
    created_at: string;
    factors: Record<string, unknown>;
    kind: string | null;
    channel: string | null;
    source: 'api' | 'act' | 'pulse';
    trust: 'owner' | 'unverified';
    hold: ('held' | 'merged' | 'expired' | 'released') | null;
    held_until: string | null;
    merged_into: number | null;
    outcome_value: number | null;
    turn_id: string | null;
  };
  ActionOutcome: { outcome: string; notes?: string | null; value?: number };
  NewThought: {
    channel?: (string | number) | null;
    thought_type?: string | null;
    content: string;
    trigger_message_id?: (string | number) | null;
    trigger_author?: (string | number) | null;
    trigger_content?: string | null;
  };
  Thought: {
    id: number;
    channel: string | null;
    thought_type: string;
    content: string;
    trigger_message_id: string | null;
    trigger_author: string | null;
    trigger_content: string | null;
    created_at: string;
    rule: string | null;
    turn_id: string | null;
    trust: 'owner' | 'unverified';
  };
  Synthesis: {
    thought_count: number;
    time_span: { first: string | null; last: string | null };
    by_type: Record<string, { count: number; contents: string[] }>;
    thoughts: Shapes['Thought'][];
    cleared: boolean;
    total_buffered: number;
    truncated: boolean;
    dropped: number;
    digest: string;
  };
  PfcConfig: {
    handRaise: { threshold: number; immediateTypes: string[] };
    thoughtTypes: string[];
    synthesis: { style: string; maxThoughts: number };
  };
  PfcStats: {
    active_goals: number;
    total_actions: number;
    last_24h: { decision: 'act' | 'consider' | 'skip'; count: number }[];
    buffered_thoughts: number;
    thoughts_by_channel: { channel: string | null; count: number }[];
  };
  Hand: {
    channel: string;
    state: 'lowered' | 'waiting' | 'raised' | 'granted';
    count: number;
    reason: string | null;
    bid: number;
    version: number;
    raised_at: string | null;
    updated_at: string | null;
  };
  HeardMessage: {
    id: string | number;
    channel: string | number;
    content: string;
    author?: (string | number) | null;
    author_is_agent?: boolean;
    self?: boolean;
    targeted?: boolean;
    mentioned?: boolean;
    at?: string;
    with_memory?: boolean;
    answer?: boolean;
  };
  Heard: {
    thought: Shapes['Thought'] | null;
    hand: Shapes['Hand'] | null;
    turn_id: string | null;
    created: boolean;
  };
  Agent: {
    agent_id: string;
    name: string;
    persona: string;
    settings: {
      midRun?: 'queue' | 'reject' | 'merge' | 'interrupt' | 'steer';
      policy?: string;
      timeZone?: string;
      limits?: { turnsPerMinute?: number; openTurns?: number };
      listen?: 'facts' | 'words' | 'off';
      listenPerDay?: number;
      thoughtsPerDay?: number;
      tasks?: {
        concurrent?: number;
        openMax?: number;
        perSender?: number;
        policy?: Record<string, Record<string, 'allow' | 'review' | 'reject'>>;
      };
      topics?: { switchThreshold?: number };
      retention?: { gistDays?: number };
      channels?: Record<string, 'external' | 'unverified' | 'user'>;
      speakers?: string[];
      completions?: { trustContext?: boolean };
    };
    version: number;
    created_at: string;
  };
  AgentIdentity: {
    agent_id: string;
    name: string;
    persona: string;
    settings: {
      midRun?: 'queue' | 'reject' | 'merge' | 'interrupt' | 'steer';
      policy?: string;
      timeZone?: string;
      limits?: { turnsPerMinute?: number; openTurns?: number };
      listen?: 'facts' | 'words' | 'off';
      listenPerDay?: number;
      thoughtsPerDay?: number;
      tasks?: {
        concurrent?: number;
        openMax?: number;
        perSender?: number;
        policy?: Record<string, Record<string, 'allow' | 'review' | 'reject'>>;
      };
      topics?: { switchThreshold?: number };
      retention?: { gistDays?: number };
      channels?: Record<string, 'external' | 'unverified' | 'user'>;
      speakers?: string[];
      completions?: { trustContext?: boolean };
    };
    version: number;
    created_at: string;
    files: {
      path: string;
      content: string;
      trust: string;
      source: string;
      vouched: boolean;
      allowed: boolean;
      sha256: string;
    }[];
  };
  Channel: {
    channel_id: string;
    kind: 'webhook' | 'mail';
    target: string;
    person: string;
    state: 'unconfirmed' | 'confirmed' | 'gone' | 'removed';
    created_at: string;
    confirmed_at: string | null;
    last: {
      kind: 'notice' | 'code' | 'test';
      state: 'pending' | 'sending' | 'delivered' | 'unknown' | 'failed' | 'withdrawn';
      attempts: number;
      error: string | null;
      created_at: string;
      next_at: string | null;
    } | null;
  };
  AgentKey: {
    key_id: string;
    label: string;
    rules: {
      channels?: Record<string, 'external' | 'unverified' | 'user'>;
      speakers?: string[];
      completions?: { trustContext?: boolean };
    };
    hint: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
  };
  OperatorKey: {
    key_id: string;
    name: string;
    hint: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
  };
  ServerAnswer: { path: string; sha256: string; allow: boolean };
  ServerAnswered: { path: string; allowed: boolean };
  NewAgentKey: {
    label?: string;
    expires_at?: string;
    rules?: {
      channels?: Record<string, 'external' | 'unverified' | 'user'>;
      speakers?: string[];
      completions?: { trustContext?: boolean };
    };
  };
  NewOperatorKey: { name: string; expires_at?: string };
  KeyRotation: { overlap_ms?: number };
  MadeKey: { key_id: string; key: string };
  DeadLetter: {
    dead_letter_id: string;
    queue: string;
    job: string;
    payload: unknown;
    code: string;
    error: string;
    attempts: number;
    state: 'dead' | 'retried' | 'dropped';
    count: number;
    last_at: string;
    created_at: string;
  };
  OperatorDeadLetter: {
    dead_letter_id: string;
    queue: string;
    job: string;
    payload: unknown;
    code: string;
    error: string;
    attempts: number;
    state: 'dead' | 'retried' | 'dropped';
    count: number;
    last_at: string;
    created_at: string;
    agent_id: string | null;
  };
  DeadLetterFilter: { agent_id?: string; queue?: string; code?: string; limit?: number };
  QuarantinedTurn: {
    turn_id: string;
    agent_id: string;
    agent: string;
    thread_id: string;
    seq: number;
    text: string;
    speaker: string | null;
    source: string;
    attempts: number;
    accepted_at: string;
    ended_at: string;
    traceparent: string | null;
    error: { code: string; message: string; recoverable: boolean } | null;
    settled_as: ('retried' | 'dropped') | null;
    settled_at: string | null;
    child_turn_id: string | null;
  };
  QuarantineDetail: {
    turn_id: string;
    agent_id: string;
    agent: string;
    thread_id: string;
    seq: number;
    text: string;
    speaker: string | null;
    source: string;
    attempts: number;
    accepted_at: string;
    ended_at: string;
    traceparent: string | null;
    error: { code: string; message: string; recoverable: boolean } | null;
    settled_as: ('retried' | 'dropped') | null;
    settled_at: string | null;
    child_turn_id: string | null;
    takeovers: { fence: number; lost_owner: string; new_owner: string; taken_at: string }[];
  };
  Lane: {
    thread_id: string;
    agent_id: string;
    agent: string;
    state: 'running' | 'waiting' | 'parked';
    turns: number;
    fence: number;
    turn_id: string;
    attempts: number;
    source: string;
    accepted_at: string;
    age_ms: number;
    worker_id: string | null;
    lease_until: string | null;
    wake_at: string | null;
  };
  UsageSums: {
    calls: number;
    errors: number;
    input_tokens: number;
    output_tokens: number;
    untold: number;
    unpriced: number;
    cost_usd: number;
    mean_ms: number;
    longest_ms: number;
  };
  Costs: {
    from: string;
    to: string;
    total: Shapes['UsageSums'];
    days: {
      calls: number;
      errors: number;
      input_tokens: number;
      output_tokens: number;
      untold: number;
      unpriced: number;
      cost_usd: number;
      mean_ms: number;
      longest_ms: number;
      day: string;
      role: string;
    }[];
    agents: {
      calls: number;
      errors: number;
      input_tokens: number;
      output_tokens: number;
      untold: number;
      unpriced: number;
      cost_usd: number;
      mean_ms: number;
      longest_ms: number;
      agent_id: string;
      agent: string;
      role: string;
    }[];
    models: {
      calls: number;
      errors: number;
      input_tokens: number;
      output_tokens: number;
      untold: number;
      unpriced: number;
      cost_usd: number;
      mean_ms: number;
      longest_ms: number;
      role: string;
      provider: string;
      model: string;
    }[];
  };
  ModelHealth: {
    provider: string;
    model: string;
    roles: string[];
    week: {
      calls: number;
      errors: number;
      input_tokens: number;
      output_tokens: number;
      untold: number;
      unpriced: number;
      cost_usd: number;
      mean_ms: number;
      longest_ms: number;
      failed_over: number;
    } | null;
    today: {
      calls: number;
      errors: number;
      input_tokens: number;
      output_tokens: number;
      untold: number;
      unpriced: number;
      cost_usd: number;
      mean_ms: number;
      longest_ms: number;
      failed_over: number;
    } | null;
    last_at: string | null;
    last_error: { code: string; at: string } | null;
    paused_ms: number | null;
    away_for: string[];
  };
  AuditEntry: {
    audit_id: string;
    at: string;
    actor: string;
    action: string;
    target: string | null;
    details: Record<string, unknown>;
    outcome: 'started' | 'done' | 'refused' | 'failed';
  };
  Fleet: {
    at: string;
    backend: 'redis' | 'postgres';
    workers: Shapes['Worker'][];
    queues: Shapes['Queue'][] | null;
    lanes: { waiting: number; running: number; turns: number; oldest_ms: number | null };
    last_minute?: {
      accepted_per_second: number;
      ended_per_second: number;
      p50_ms: number | null;
      p95_ms: number | null;
    };
    dead_letters: number;
    quarantined: number;
    undelivered?: number;
    outbox: { waiting: number; oldest_ms: number | null };
  };
  FleetEvent:
    | {
        type: 'accepted';
        key: string;
        at: string;
        agent_id: string;
        thread_id: string;
        turn_id: string;
        seq: number;
      }
    | {
        type: 'ended';
        key: string;
        at: string;
        agent_id: string;
        thread_id: string;
        turn_id: string;
        seq: number;
        state: 'answered' | 'ignored' | 'merged' | 'failed' | 'cancelled' | 'quarantined';
        attempts: number;
        duration_ms: number;
      }
    | {
        type: 'quarantined';
        key: string;
        at: string;
        agent_id: string;
        thread_id: string;
        turn_id: string;
        seq: number;
        state: 'answered' | 'ignored' | 'merged' | 'failed' | 'cancelled' | 'quarantined';
        attempts: number;
        duration_ms: number;
      }
    | {
        type: 'dead-letter';
        key: string;
        at: string;
        agent_id: string | null;
        dead_letter_id: string;
        queue: string;
        job: string;
        code: string;
        attempts: number;
      }
    | {
        type: 'takeover';
        key: string;
        at: string;
        agent_id: string;
        thread_id: string;
        fence: number;
        lost_worker: string;
        worker: string;
      }
    | { type: 'worker-up'; key: string; at: string; worker: string; app: string }
    | { type: 'worker-down'; key: string; at: string; worker: string; app: string; state: 'stopped' | 'lost' }
    | {
        type: 'operator';
        key: string;
        at: string;
        audit_id: string;
        actor: string;
        action: string;
        target: string | null;
        outcome: 'started' | 'done' | 'refused' | 'failed';
      }
    | { type: 'gap'; key: string; at: string };
  Worker: {
    worker_id: string;
    app: string;
    pid: number;
    host: string;
    state: 'starting' | 'ready' | 'held' | 'draining' | 'stopped' | 'lost';
    version: string;
    running: string[];
    jobs_done: number;
    jobs_failed: number;
    away?: string[];
    started_at: string;
    seen_at: string;
  };
  Queue: {
    queue: string;
    waiting: number;
    active: number;
    delayed: number;
    failed: number;
    oldest_ms?: number;
    oldest_failed_ms?: number;
  };
  Session: { actor: string; seconds: number | null };
  Readiness: { ready: boolean; parts: Record<string, { ok: boolean; detail: string }> };
}

/** Every route by its method and path: what it takes, and what it answers when it succeeds. */
export interface Routes {
  'DELETE /bridge': { answer: undefined };
  'DELETE /channels/:channel': { params: { channel: string }; answer: undefined };
  'DELETE /goals/:goal': { params: { goal: string }; answer: { deleted: true; id: number } };
  'DELETE /hooks/:hook': { params: { hook: string }; answer: Shapes['Hook'] };
  'DELETE /internal': { query: { channel?: string }; answer: { deleted: number; channel: string | null } };
  'DELETE /modules/:module': { params: { module: string }; answer: Shapes['Module'] };
  'DELETE /operator/board': { answer: undefined };
  'DELETE /operator/session': { answer: undefined };
  'DELETE /people/:person/names/:kind/:value': {
    params: { person: string; kind: 'name' | 'mail'; value: string };
    answer: Shapes['Person'];
  };
  'DELETE /pfc/goals/:goal': { params: { goal: string }; answer: { deleted: true; id: number } };
  'DELETE /pfc/hand': { query: { channel: string }; answer: Shapes['Hand'] };
  'DELETE /pfc/internal': {
    query: { channel?: string };
    answer: { deleted: number; channel: string | null };
  };
  'DELETE /rooms/:room/floor': {
    params: { room: string };
    answer: {
      id: string;
      name: string;
      kind: 'text' | 'voice';
      handsMax: number;
      seq: number;
      speaker: { kind: 'agent' | 'human'; member: string; since: string } | null;
      members: {
        kind: 'agent' | 'human';
        member: string;
        display: string;
        present: boolean;
        joinedAt: string;
      }[];
      hands: {
        agentId: string;
        state: 'lowered' | 'waiting' | 'raised' | 'granted';
        count: number;
        reason: string | null;
        bid: number;
        version: number;
        raisedAt: string | null;
      }[];
      queue: {
        member: string;
        display: string;
        tier: 'normal' | 'emergency';
        interrupted: boolean;
        raisedAt: string;
      }[];
      messages: {
        seq: number;
        id: string;
        authorKind: 'agent' | 'human';
        author: string;
        display: string;
        content: string;
        at: string;
        turnId: string | null;
      }[];
      claims?: { messageId: string; agentId: string }[];
    };
  };
  'DELETE /rooms/:room/hands/:member': {
    params: { room: string; member: string };
    query: { kind?: 'agent' | 'human' };
    answer: {
      id: string;
      name: string;
      kind: 'text' | 'voice';
      handsMax: number;
      seq: number;
      speaker: { kind: 'agent' | 'human'; member: string; since: string } | null;
      members: {
        kind: 'agent' | 'human';
        member: string;
        display: string;
        present: boolean;
        joinedAt: string;
      }[];
      hands: {
        agentId: string;
        state: 'lowered' | 'waiting' | 'raised' | 'granted';
        count: number;
        reason: string | null;
        bid: number;
        version: number;
        raisedAt: string | null;
      }[];
      queue: {
        member: string;
        display: string;
        tier: 'normal' | 'emergency';
        interrupted: boolean;
        raisedAt: string;
      }[];
      messages: {
        seq: number;
        id: string;
        authorKind: 'agent' | 'human';
        author: string;
        display: string;
        content: string;
        at: string;
        turnId: string | null;
      }[];
      claims?: { messageId: string; agentId: string }[];
    };
  };
  'DELETE /rooms/:room/members/:member': {
    params: { room: string; member: string };
    query: { kind?: 'agent' | 'human' };
    answer: {
      id: string;
      name: string;
      kind: 'text' | 'voice';
      handsMax: number;
      seq: number;
      speaker: { kind: 'agent' | 'human'; member: string; since: string } | null;
      members: {
        kind: 'agent' | 'human';
        member: string;
        display: string;
        present: boolean;
        joinedAt: string;
      }[];
      hands: {
        agentId: string;
        state: 'lowered' | 'waiting' | 'raised' | 'granted';
        count: number;
        reason: string | null;
        bid: number;
        version: number;
        raisedAt: string | null;
      }[];
      queue: {
        member: string;
        display: string;
        tier: 'normal' | 'emergency';
        interrupted: boolean;
        raisedAt: string;
      }[];
      messages: {
        seq: number;
        id: string;
        authorKind: 'agent' | 'human';
        author: string;
        display: string;
        content: string;
        at: string;
        turnId: string | null;
      }[];
      claims?: { messageId: string; agentId: string }[];
    };
  };
  'DELETE /rooms/:room/queue': {
    params: { room: string };
    answer: {
      id: string;
      name: string;
      kind: 'text' | 'voice';
      handsMax: number;
      seq: number;
      speaker: { kind: 'agent' | 'human'; member: string; since: string } | null;
      members: {
        kind: 'agent' | 'human';
        member: string;
        display: string;
        present: boolean;
        joinedAt: string;
      }[];
      hands: {
        agentId: string;
        state: 'lowered' | 'waiting' | 'raised' | 'granted';
        count: number;
        reason: string | null;
        bid: number;
        version: number;
        raisedAt: string | null;
      }[];
      queue: {
        member: string;
        display: string;
        tier: 'normal' | 'emergency';
        interrupted: boolean;
        raisedAt: string;
      }[];
      messages: {
        seq: number;
        id: string;
        authorKind: 'agent' | 'human';
        author: string;
        display: string;
        content: string;
        at: string;
        turnId: string | null;
      }[];
      claims?: { messageId: string; agentId: string }[];
    };
  };
  'DELETE /schedules/:schedule': { params: { schedule: string }; answer: Shapes['Schedule'] };
  'DELETE /senders/sessions/:session': {
    params: { session: string };
    answer: { session_id: string; ended: true };
  };
  'DELETE /session': { answer: undefined };
  'GET /': { answer: undefined };
  'GET /actions': { query: { limit?: number }; answer: Shapes['EvaluatedAction'][] };
  'GET /activations': {
    query: {
      limit?: number;
      cursor?: string;
      state?: 'open' | 'asked' | 'told' | 'shown' | 'dropped';
      kind?: 'look' | 'wake';
      module?: string;
      unlabelled?: 'true' | 'false';
    };
    answer: { items: Shapes['Activation'][]; next: string | null };
  };
  'GET /activations/:activation': {
    params: { activation: string };
    answer: {
      activation_id: string;
      cluster: string;
      module: string | null;
      candidates: string[];
      kind: 'look' | 'wake';
      state: 'open' | 'asked' | 'told' | 'shown' | 'dropped';
      reason:
        | 'woke'
        | 'ambiguous'
        | 'outscored'
        | 'below_threshold'
        | 'template_missing'
        | 'template_error'
        | 'not_finite'
        | 'own_doing'
        | 'flood'
        | 'breaker'
        | 'budget'
        | 'explored'
        | 'stale'
        | 'paused'
        | 'considered'
        | 'skipped';
      why: string;
      score: number;
      threshold: number;
      version: number;
      count: number;
      latest: {
        source: 'filesystem' | 'memory' | 'time' | 'network' | 'mail' | 'hook' | 'task' | 'host';
        location: string;
        delta_type: 'created' | 'modified' | 'deleted' | 'renamed' | 'tick';
        at: string;
      } | null;
      question: string | null;
      turn_id: string | null;
      opened_at: string;
      due_at: string;
      asked_at: string | null;
      heard_at: string | null;
      label: number | null;
      choice: string | null;
      labelled_by: string | null;
      labelled_at: string | null;
      values: Record<string, string> | null;
      would_ask: string | null;
      signals: string[];
      window: {
        source: 'filesystem' | 'memory' | 'time' | 'network' | 'mail' | 'hook' | 'task' | 'host';
        location: string;
        delta_type: 'created' | 'modified' | 'deleted' | 'renamed' | 'tick';
        at: string;
        burst: number;
        surprise: number;
      }[];
      features?: Record<string, number>;
      judged: Shapes['Judgement'][];
      feedback: {
        feedback_id: string;
        target: string;
        value: number;
        note: string | null;
        wanted?: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
        given_by: string;
        at: string;
      }[];
    };
  };
  'GET /agents': { answer: { items: Shapes['Agent'][]; next: string | null } };
  'GET /agents/me': { answer: Shapes['Agent'] };
  'GET /api/channels/:room/messages': {
    params: { room: string };
    query: { limit?: number };
    answer: {
      id: string;
      channel_id: number | string;
      channel_name: string;
      content: string;
      username: string;
      author_id: string;
      account_type: 'agent' | 'human';
      created_at: string;
    }[];
  };
  'GET /api/servers': { answer: { id: number; name: string }[] };
  'GET /api/servers/:server/channels': {
    params: { server: string };
    answer: { id: number | string; name: string; server_id: number; channel_type: 'text' | 'voice' }[];
  };
  'GET /api/voice/claim/:message': {
    params: { message: string };
    answer: { messageId: string; agentId: string | null };
  };
  'GET /approvals': {
    query: {
      limit?: number;
      cursor?: string;
      state?: 'pending' | 'approved' | 'edited' | 'refused' | 'expired';
      kind?: 'message' | 'step' | 'call';
      thread_id?: string;
    };
    answer: {
      items: {
        approval_id: string;
        kind: 'message' | 'step' | 'call';
        task_id: string | null;
        thread_id: string;
        turn_id: string;
        state: 'pending' | 'approved' | 'edited' | 'refused' | 'expired';
        tool: string;
        arguments: Record<string, unknown>;
        edited_arguments: Record<string, unknown> | null;
        shown: string;
        effects?: string[];
        hash: string;
        reason: string;
        tier: 'observe' | 'organise' | 'act' | 'commit';
        created_at: string;
        expires_at: string;
        resolved_at: string | null;
        resolved_by: string | null;
        continuation_turn_id: string | null;
      }[];
      next: string | null;
    };
  };
  'GET /approvals/:approval': {
    params: { approval: string };
    answer: {
      approval_id: string;
      kind: 'message' | 'step' | 'call';
      task_id: string | null;
      thread_id: string;
      turn_id: string;
      state: 'pending' | 'approved' | 'edited' | 'refused' | 'expired';
      tool: string;
      arguments: Record<string, unknown>;
      edited_arguments: Record<string, unknown> | null;
      shown: string;
      effects?: string[];
      hash: string;
      reason: string;
      tier: 'observe' | 'organise' | 'act' | 'commit';
      created_at: string;
      expires_at: string;
      resolved_at: string | null;
      resolved_by: string | null;
      continuation_turn_id: string | null;
    };
  };
  'GET /assets/:file': { params: { file: string }; answer: undefined };
  'GET /assets/console/:file': { params: { file: string }; answer: undefined };
  'GET /bridge': {
    answer: {
      url: string;
      channels: { channel: string; last_message: string | null; heard_at: string | null }[];
      self_names: string[];
      mention_names: string[];
      seen_at: string | null;
      failures: number;
      error: string | null;
      retry_at: string | null;
      replies: {
        turn_id: string;
        channel: string;
        message_id: string;
        state: 'waiting' | 'sending' | 'posted' | 'silent' | 'unknown' | 'failed';
        error: string | null;
        created_at: string;
        settled_at: string | null;
      }[];
    };
  };
  'GET /budgets': {
    answer: {
      time_zone: string;
      day: string;
      day_start: string;
      budgets: {
        name:
          | 'turns-per-minute'
          | 'open-turns'
          | 'wakes-per-day'
          | 'wake-tokens-per-day'
          | 'listens-per-day'
          | 'thoughts-per-day'
          | 'thinking-tokens'
          | 'tasks-at-once'
          | 'open-tasks';
        what: string;
        unit: 'turns' | 'wakes' | 'tokens' | 'calls' | 'thoughts' | 'tasks';
        used: number;
        limit: number | null;
        set_by: 'agent' | 'default';
        since: string | null;
        resets_at: string | null;
        beyond: string;
      }[];
      models: { model: string; turns: number; input_tokens: number; output_tokens: number }[];
    };
  };
  'GET /channels': { answer: { items: Shapes['Channel'][]; next: string | null } };
  'GET /channels/:channel': { params: { channel: string }; answer: Shapes['Channel'] };
  'GET /config': { answer: Shapes['PfcConfig'] };
  'GET /console': { answer: undefined };
  'GET /console/:page': { params: { page: string }; answer: undefined };
  'GET /dead-letters': {
    query: { limit?: number; cursor?: string };
    answer: { items: Shapes['DeadLetter'][]; next: string | null };
  };
  'GET /docs': { answer: undefined };
  'GET /events': {
    query: { agent?: '*' | string };
    answer: undefined;
    events:
      | { type: 'listening'; key: string; at: string; agents: string[] }
      | {
          type:
            | 'turn.accepted'
            | 'turn.ended'
            | 'approval'
            | 'task'
            | 'signal'
            | 'activation'
            | 'notice'
            | 'thought'
            | 'schedule'
            | 'policy'
            | 'memory'
            | 'room'
            | 'gap';
          key: string;
          at: string;
          id: string;
          agent_id: string | null;
          thread_id?: string;
          turn_id?: string;
          seq?: number;
          state?: string;
          source?: string;
          kind?: string;
          policy?: string;
        };
  };
  'GET /feedback': {
    query: { limit?: number; cursor?: string; target?: string | string | string };
    answer: {
      items: {
        feedback_id: string;
        target: string;
        value: number;
        note: string | null;
        wanted?: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
        given_by: string;
        at: string;
      }[];
      next: string | null;
    };
  };
  'GET /goals': {
    query: { status?: 'active' | 'paused' | 'completed' | 'abandoned' | 'all' };
    answer: Shapes['Goal'][];
  };
  'GET /health': {
    answer: {
      live: boolean;
      stalled: string[];
      open_streams: number;
      status: 'ok' | 'degraded';
      service: 'pfc';
      version: string;
      checks: { db: boolean };
    };
  };
  'GET /hooks': { answer: { items: Shapes['Hook'][]; next: string | null } };
  'GET /hooks/:hook': { params: { hook: string }; answer: Shapes['Hook'] };
  'GET /inbound': {
    query: {
      limit?: number;
      cursor?: string;
      authorisation?: 'allow' | 'review' | 'reject';
      source?: string;
    };
    answer: { items: Shapes['Inbound'][]; next: string | null };
  };
  'GET /inbox': {
    query: { limit?: number; cursor?: string; kind?: 'approval' | 'zone' | 'look' | 'hand' };
    answer: {
      items: (
        | {
            kind: 'approval';
            id: string;
            at: string;
            until: string | null;
            title: string;
            actions: {
              name: string;
              method: 'DELETE' | 'PATCH' | 'POST';
              path: string;
              body: Record<string, unknown> | null;
              if_match: string | null;
            }[];
            approval: {
              approval_id: string;
              kind: 'message' | 'step' | 'call';
              task_id: string | null;
              thread_id: string;
              turn_id: string;
              state: 'pending' | 'approved' | 'edited' | 'refused' | 'expired';
              tool: string;
              arguments: Record<string, unknown>;
              edited_arguments: Record<string, unknown> | null;
              shown: string;
              effects?: string[];
              hash: string;
              reason: string;
              tier: 'observe' | 'organise' | 'act' | 'commit';
              created_at: string;
              expires_at: string;
              resolved_at: string | null;
              resolved_by: string | null;
              continuation_turn_id: string | null;
            };
          }
        | {
            kind: 'zone';
            id: string;
            at: string;
            until: string | null;
            title: string;
            actions: {
              name: string;
              method: 'DELETE' | 'PATCH' | 'POST';
              path: string;
              body: Record<string, unknown> | null;
              if_match: string | null;
            }[];
            zone: {
              person_id: string;
              name: string;
              is_owner: boolean;
              time_zone: string | null;
              proposed_zone: string;
              place: string | null;
            };
          }
        | {
            kind: 'look';
            id: string;
            at: string;
            until: string | null;
            title: string;
            actions: {
              name: string;
              method: 'DELETE' | 'PATCH' | 'POST';
              path: string;
              body: Record<string, unknown> | null;
              if_match: string | null;
            }[];
            activation: Shapes['Activation'];
            would_ask: string | null;
          }
        | {
            kind: 'hand';
            id: string;
            at: string;
            until: string | null;
            title: string;
            actions: {
              name: string;
              method: 'DELETE' | 'PATCH' | 'POST';
              path: string;
              body: Record<string, unknown> | null;
              if_match: string | null;
            }[];
            hand: { channel: string; is_room: boolean; reason: string | null; bid: number };
          }
      )[];
      next: string | null;
      waiting: { approval: number; zone: number; look: number; hand: number };
    };
  };
  'GET /internal': {
    query: { channel?: string; type?: string; since?: string; limit?: number };
    answer: Shapes['Thought'][];
  };
  'GET /labels': {
    query: {
      limit?: number;
      cursor?: string;
      turn?: string;
      kind?: 'missed_clarify' | 'missed_act' | 'under_engagement' | 'over_engagement' | 'correct';
    };
    answer: { items: Shapes['Label'][]; next: string | null };
  };
  'GET /letters': {
    answer: {
      items: {
        letter_id: string;
        kind: 'draft' | 'send';
        to: string;
        subject: string;
        state: 'pending' | 'sending' | 'done' | 'unknown' | 'failed';
        attempts: number;
        error: string | null;
        mailbox: string | null;
        inbound_id: string | null;
        turn_id: string;
        created_at: string;
        next_at: string | null;
        settled_at: string | null;
      }[];
      next: string | null;
    };
  };
  'GET /mailboxes': {
    answer: {
      items: {
        name: string;
        last_uid: number | null;
        seen_at: string | null;
        error: string | null;
        failures: number;
        retry_at: string | null;
      }[];
      next: string | null;
    };
  };
  'GET /memory/audit': { query: { rows?: number }; answer: Shapes['MemoryAudit'] };
  'GET /memory/autobiography': {
    query: { limit?: number; cursor?: string };
    answer: { items: Shapes['Autobiography'][]; next: string | null };
  };
  'GET /memory/days': {
    query: { limit?: number; cursor?: string };
    answer: { items: Shapes['MemoryDay'][]; next: string | null };
  };
  'GET /memory/export': {
    query: {
      kind?:
        | 'exchange'
        | 'gist'
        | 'fact'
        | 'trait'
        | 'episode'
        | 'concept'
        | 'relation'
        | 'thought'
        | 'autobiography'
        | 'schedule'
        | 'listItem';
    };
    answer: undefined;
  };
  'GET /memory/forget/:request': { params: { request: string }; answer: Shapes['Forgetting'] };
  'GET /memory/forgets': {
    query: { limit?: number; cursor?: string };
    answer: { items: Shapes['ListedForgetting'][]; next: string | null };
  };
  'GET /memory/graph': { query: { q?: string; at?: string; limit?: number }; answer: Shapes['MemoryGraph'] };
  'GET /memory/items': {
    query: { limit?: number; cursor?: string; kind?: string; person?: string; from?: string; to?: string };
    answer: { items: Shapes['RememberedItem'][]; next: string | null };
  };
  'GET /memory/items/:item': {
    params: { item: string };
    query: { peek?: 'true' | 'false' };
    answer: Shapes['MemoryItem'];
  };
  'GET /memory/search': {
    query: {
      q: string;
      limit?: number;
      kind?: 'exchange' | 'fact' | 'episode' | 'concept' | 'thought';
      thread_id?: string;
      at?: string;
      as_of?: string | string;
    };
    answer: { items: Shapes['MemoryHit'][]; next: string | null };
  };
  'GET /memory/validity': {
    query: { limit?: number; cursor?: string; subject?: string; at?: string };
    answer: {
      items: Shapes['MemoryStatement'][];
      next: string | null;
      subjects: { subject: string; statements: number; ended: number }[];
    };
  };
  'GET /metrics': { answer: undefined };
  'GET /modules': { answer: { items: Shapes['Module'][]; next: string | null } };
  'GET /modules/:module': { params: { module: string }; answer: Shapes['Module'] };
  'GET /modules/:module/models': {
    params: { module: string };
    answer: {
      items: {
        cluster: string;
        version: number;
        parent: number;
        active: boolean;
        promoted: boolean;
        reason: string;
        thresholds?: Record<string, number>;
        metrics: Record<string, unknown>;
        sha256: string;
        schema: string;
        made_at: string;
      }[];
      next: string | null;
    };
  };
  'GET /modules/:module/scores': {
    params: { module: string };
    query: { from?: string; to?: string; buckets?: number };
    answer: {
      module: string;
      from: string;
      to: string;
      width_ms: number;
      since: string;
      buckets: {
        at: string;
        judged: number;
        scored: number;
        lowest: number | null;
        mean: number | null;
        highest: number | null;
        threshold: number | null;
        reasons: Record<string, number>;
      }[];
      activations: Shapes['Activation'][];
    };
  };
  'GET /notices': {
    query: { limit?: number; cursor?: string; state?: 'unseen' | 'undelivered' | 'all'; person?: string };
    answer: {
      items: {
        turn_id: string;
        thread_id: string;
        seq: number;
        state:
          | 'pending'
          | 'running'
          | 'answered'
          | 'ignored'
          | 'merged'
          | 'failed'
          | 'cancelled'
          | 'quarantined';
        text: string;
        speaker: string | null;
        source: string;
        trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
        attempts: number;
        accepted_at: string;
        ended_at: string | null;
        duration_ms: number | null;
        reply: {
          text: string;
          mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
          topic: string;
          confidence: number;
          reply_confidence?: number | null;
          exchange_id: string;
          citations: { exchangeId: string; quote: string; support?: number }[];
          model: string;
        } | null;
        error: { code: string; message: string; recoverable: boolean } | null;
        traceparent: string | null;
        merged_into?: string | null;
        merged?: string[];
        interrupted_by?: string | null;
        parent_turn_id?: string | null;
        child_turn_ids?: string[];
        forgotten_at?: string | null;
        feedback?: {
          feedback_id: string;
          target: string;
          value: number;
          note: string | null;
          wanted?: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
          given_by: string;
          at: string;
        }[];
        approvals?: {
          approval_id: string;
          kind: 'message' | 'step' | 'call';
          task_id: string | null;
          thread_id: string;
          turn_id: string;
          state: 'pending' | 'approved' | 'edited' | 'refused' | 'expired';
          tool: string;
          arguments: Record<string, unknown>;
          edited_arguments: Record<string, unknown> | null;
          shown: string;
          effects?: string[];
          hash: string;
          reason: string;
          tier: 'observe' | 'organise' | 'act' | 'commit';
          created_at: string;
          expires_at: string;
          resolved_at: string | null;
          resolved_by: string | null;
          continuation_turn_id: string | null;
        }[];
        notice: {
          thread_key: string;
          person_id: string | null;
          due_at: string;
          created_at: string;
          seen_at: string | null;
          settled_at: string | null;
          settled_as: ('seen' | 'delivered' | 'undelivered' | 'nothing') | null;
          reason: string | null;
          deliveries: {
            channel_id: string;
            kind: string;
            state: string;
            error: string | null;
            settled_at: string | null;
          }[];
        };
      }[];
      next: string | null;
    };
  };
  'GET /notices/events': {
    query: { missed?: 'true' | 'false'; person?: string };
    answer: undefined;
    events:
      | { type: 'listening'; after: string }
      | {
          turn_id: string;
          thread_id: string;
          seq: number;
          state:
            | 'pending'
            | 'running'
            | 'answered'
            | 'ignored'
            | 'merged'
            | 'failed'
            | 'cancelled'
            | 'quarantined';
          text: string;
          speaker: string | null;
          source: string;
          trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
          attempts: number;
          accepted_at: string;
          ended_at: string | null;
          duration_ms: number | null;
          reply: {
            text: string;
            mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
            topic: string;
            confidence: number;
            reply_confidence?: number | null;
            exchange_id: string;
            citations: { exchangeId: string; quote: string; support?: number }[];
            model: string;
          } | null;
          error: { code: string; message: string; recoverable: boolean } | null;
          traceparent: string | null;
          merged_into?: string | null;
          merged?: string[];
          interrupted_by?: string | null;
          parent_turn_id?: string | null;
          child_turn_ids?: string[];
          forgotten_at?: string | null;
          feedback?: {
            feedback_id: string;
            target: string;
            value: number;
            note: string | null;
            wanted?: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
            given_by: string;
            at: string;
          }[];
          approvals?: {
            approval_id: string;
            kind: 'message' | 'step' | 'call';
            task_id: string | null;
            thread_id: string;
            turn_id: string;
            state: 'pending' | 'approved' | 'edited' | 'refused' | 'expired';
            tool: string;
            arguments: Record<string, unknown>;
            edited_arguments: Record<string, unknown> | null;
            shown: string;
            effects?: string[];
            hash: string;
            reason: string;
            tier: 'observe' | 'organise' | 'act' | 'commit';
            created_at: string;
            expires_at: string;
            resolved_at: string | null;
            resolved_by: string | null;
            continuation_turn_id: string | null;
          }[];
          notice: {
            thread_key: string;
            person_id: string | null;
            due_at: string;
            created_at: string;
            seen_at: string | null;
            settled_at: string | null;
            settled_as: ('seen' | 'delivered' | 'undelivered' | 'nothing') | null;
            reason: string | null;
            deliveries: {
              channel_id: string;
              kind: string;
              state: string;
              error: string | null;
              settled_at: string | null;
            }[];
          };
          type: 'notice';
          late: boolean;
        };
  };
  'GET /openapi.json': { answer: { openapi: string } };
  'GET /operator/agents': { answer: { items: Shapes['Agent'][]; next: string | null } };
  'GET /operator/agents/:agent': { params: { agent: string }; answer: Shapes['AgentIdentity'] };
  'GET /operator/agents/:agent/keys': {
    params: { agent: string };
    answer: { items: Shapes['AgentKey'][]; next: string | null };
  };
  'GET /operator/audit': {
    query: {
      limit?: number;
      cursor?: string;
      actor?: string;
      action?: string;
      target?: string;
      from?: string;
      to?: string;
    };
    answer: { items: Shapes['AuditEntry'][]; next: string | null };
  };
  'GET /operator/board': { answer: undefined };
  'GET /operator/costs': { query: { days?: number; agent_id?: string }; answer: Shapes['Costs'] };
  'GET /operator/dead-letters': {
    query: {
      limit?: number;
      cursor?: string;
      agent_id?: string;
      queue?: string;
      code?: string;
      state?: 'dead' | 'retried' | 'dropped' | 'all';
    };
    answer: { items: Shapes['OperatorDeadLetter'][]; next: string | null };
  };
  'GET /operator/events': { answer: undefined; events: Shapes['FleetEvent'] };
  'GET /operator/fleet': { answer: Shapes['Fleet'] };
  'GET /operator/keys': { answer: { items: Shapes['OperatorKey'][]; next: string | null } };
  'GET /operator/lanes': {
    query: { limit?: number; cursor?: string; agent_id?: string; state?: 'running' | 'waiting' | 'parked' };
    answer: { items: Shapes['Lane'][]; next: string | null };
  };
  'GET /operator/models': { answer: { items: Shapes['ModelHealth'][]; next: string | null } };
  'GET /operator/policies': { answer: { items: Shapes['Policy'][]; next: string | null } };
  'GET /operator/policies/:policy': { params: { policy: string }; answer: Shapes['PolicyDetail'] };
  'GET /operator/policies/:policy/history': {
    params: { policy: string };
    query: { limit?: number; cursor?: string };
    answer: { items: Shapes['PolicyChange'][]; next: string | null };
  };
  'GET /operator/policies/:policy/requests': {
    params: { policy: string };
    query: { limit?: number; cursor?: string };
    answer: { items: Shapes['PolicyRequest'][]; next: string | null };
  };
  'GET /operator/policies/:policy/series': {
    params: { policy: string };
    query: { days?: number };
    answer: Shapes['PolicySeries'];
  };
  'GET /operator/quarantine': {
    query: { limit?: number; cursor?: string; agent_id?: string; settled?: 'true' | 'false' };
    answer: { items: Shapes['QuarantinedTurn'][]; next: string | null };
  };
  'GET /operator/quarantine/:turn': { params: { turn: string }; answer: Shapes['QuarantineDetail'] };
  'GET /operator/routing/calibration': { answer: Shapes['RoutingCalibration'] };
  'GET /operator/session': { answer: Shapes['Session'] };
  'GET /operator/sign-in': { answer: undefined };
  'GET /people': {
    query: { limit?: number; cursor?: string };
    answer: { items: Shapes['Person'][]; next: string | null };
  };
  'GET /people/:person': { params: { person: string }; answer: Shapes['Person'] };
  'GET /pfc/actions': { query: { limit?: number }; answer: Shapes['EvaluatedAction'][] };
  'GET /pfc/config': { answer: Shapes['PfcConfig'] };
  'GET /pfc/focus': { answer: { channel: string | null; updated_at: string | null } };
  'GET /pfc/goals': {
    query: { status?: 'active' | 'paused' | 'completed' | 'abandoned' | 'all' };
    answer: Shapes['Goal'][];
  };
  'GET /pfc/hand': {
    query: { channel: string };
    answer: {
      channel: string;
      state: 'lowered' | 'waiting' | 'raised' | 'granted';
      count: number;
      reason: string | null;
      bid: number;
      version: number;
      raised_at: string | null;
      updated_at: string | null;
      deliveries: {
        target: string;
        version: number;
        state: 'pending' | 'sent' | 'unknown' | 'failed' | 'late';
        attempts: number;
        last_error: string | null;
      }[];
    };
  };
  'GET /pfc/health': {
    answer: {
      live: boolean;
      stalled: string[];
      open_streams: number;
      status: 'ok' | 'degraded';
      service: 'pfc';
      version: string;
      checks: { db: boolean };
    };
  };
  'GET /pfc/internal': {
    query: { channel?: string; type?: string; since?: string; limit?: number };
    answer: Shapes['Thought'][];
  };
  'GET /pfc/stats': { answer: Shapes['PfcStats'] };
  'GET /policies': { answer: { items: Shapes['Policy'][]; next: string | null } };
  'GET /policies/:policy': { params: { policy: string }; answer: Shapes['PolicyDetail'] };
  'GET /policies/:policy/diff': {
    params: { policy: string };
    query: { from?: number; to?: number };
    answer: Shapes['PolicyDiff'];
  };
  'GET /policies/:policy/history': {
    params: { policy: string };
    query: { limit?: number; cursor?: string };
    answer: { items: Shapes['PolicyChange'][]; next: string | null };
  };
  'GET /policies/:policy/requests': {
    params: { policy: string };
    query: { limit?: number; cursor?: string };
    answer: { items: Shapes['PolicyRequest'][]; next: string | null };
  };
  'GET /policies/:policy/requests/:request': {
    params: { policy: string; request: string };
    answer: Shapes['PolicyRequest'];
  };
  'GET /policies/:policy/series': {
    params: { policy: string };
    query: { days?: number };
    answer: Shapes['PolicySeries'];
  };
  'GET /policies/:policy/versions/:version': {
    params: { policy: string; version: number };
    answer: Shapes['PolicyVersion'];
  };
  'GET /pulse/events': { answer: { items: Shapes['PulseEvent'][]; next: string | null } };
  'GET /queues': { answer: { items: Shapes['Queue'][]; next: string | null } };
  'GET /ready': { answer: Shapes['Readiness'] };
  'GET /rooms': {
    answer: {
      items: {
        id: string;
        name: string;
        kind: 'text' | 'voice';
        hands_max: number;
        members: number;
        present: number;
        raised: number;
        speaker: string | null;
      }[];
      next: string | null;
    };
  };
  'GET /rooms/:room': {
    params: { room: string };
    answer: {
      id: string;
      name: string;
      kind: 'text' | 'voice';
      handsMax: number;
      seq: number;
      speaker: { kind: 'agent' | 'human'; member: string; since: string } | null;
      members: {
        kind: 'agent' | 'human';
        member: string;
        display: string;
        present: boolean;
        joinedAt: string;
      }[];
      hands: {
        agentId: string;
        state: 'lowered' | 'waiting' | 'raised' | 'granted';
        count: number;
        reason: string | null;
        bid: number;
        version: number;
        raisedAt: string | null;
      }[];
      queue: {
        member: string;
        display: string;
        tier: 'normal' | 'emergency';
        interrupted: boolean;
        raisedAt: string;
      }[];
      messages: {
        seq: number;
        id: string;
        authorKind: 'agent' | 'human';
        author: string;
        display: string;
        content: string;
        at: string;
        turnId: string | null;
      }[];
      claims?: { messageId: string; agentId: string }[];
    };
  };
  'GET /rooms/:room/events': {
    params: { room: string };
    query: { after?: number };
    answer: {
      seq: number;
      events: (
        | {
            seq: number;
            at: string;
            kind: 'message';
            message: {
              seq: number;
              id: string;
              authorKind: 'agent' | 'human';
              author: string;
              display: string;
              content: string;
              at: string;
              turnId: string | null;
            };
          }
        | {
            seq: number;
            at: string;
            kind: 'hand';
            hand: {
              agentId: string;
              state: 'lowered' | 'waiting' | 'raised' | 'granted';
              count: number;
              reason: string | null;
              bid: number;
              version: number;
              raisedAt: string | null;
            };
          }
        | {
            seq: number;
            at: string;
            kind: 'joined';
            member: {
              kind: 'agent' | 'human';
              member: string;
              display: string;
              present: boolean;
              joinedAt: string;
            };
          }
        | { seq: number; at: string; kind: 'left'; memberKind: 'agent' | 'human'; who: string }
        | {
            seq: number;
            at: string;
            kind: 'presence';
            memberKind: 'agent' | 'human';
            who: string;
            present: boolean;
          }
        | {
            seq: number;
            at: string;
            kind: 'speaker';
            speaker: { kind: 'agent' | 'human'; member: string; since: string } | null;
          }
        | {
            seq: number;
            at: string;
            kind: 'queue';
            queue: {
              member: string;
              display: string;
              tier: 'normal' | 'emergency';
              interrupted: boolean;
              raisedAt: string;
            }[];
          }
        | { seq: number; at: string; kind: 'claim'; messageId: string; agentId: string }
        | { seq: number; at: string; kind: 'forgotten' }
        | { seq: number; at: string; kind: 'gone' }
      )[];
      reset: boolean;
    };
  };
  'GET /routing': { answer: undefined };
  'GET /routing/calibration': { answer: Shapes['RoutingCalibration'] };
  'GET /routing/shares': { query: { days?: number }; answer: Shapes['RoutingShares'] };
  'GET /schedules': {
    query: { limit?: number; cursor?: string; state?: 'active' | 'paused' | 'ended' | 'cancelled' };
    answer: { items: Shapes['Schedule'][]; next: string | null };
  };
  'GET /schedules/:schedule': {
    params: { schedule: string };
    query: { limit?: number; cursor?: string };
    answer: Shapes['ScheduleDetail'];
  };
  'GET /schedules/calendar': {
    query: { from?: string; to?: string };
    answer: {
      time_zone: string;
      from: string;
      to: string;
      now: string;
      items: {
        schedule_id: string;
        at: string;
        local: string;
        fate: 'fired' | 'late' | 'catch-up' | 'skipped' | 'cancelled' | 'due' | 'will-run' | 'will-skip';
        why: string;
        reason: string | null;
        stands_for: number | null;
        late_ms: number | null;
        turn_id: string | null;
      }[];
      crowded: {
        schedule_id: string;
        day: string;
        first: string;
        last: string;
        fates: Record<string, number>;
      }[];
      schedules: {
        schedule_id: string;
        thread_id: string;
        kind: 'reminder' | 'prompt';
        text: string;
        speaker: string | null;
        state: 'active' | 'paused' | 'ended' | 'cancelled';
        time_zone: string;
        starts_at: string;
        rule: string | null;
        rule_in_words: string | null;
        due_at: string;
        shown_from: string | null;
        shown_until: string | null;
      }[];
      left_off: boolean;
    };
  };
  'GET /senders/sessions': {
    answer: {
      items: {
        session_id: string;
        source: string;
        sender: string;
        approval_id: string;
        opened_by: string;
        created_at: string;
        until: string;
      }[];
      next: string | null;
    };
  };
  'GET /session': { answer: Shapes['Session'] };
  'GET /signals': {
    query: {
      limit?: number;
      cursor?: string;
      source?: 'filesystem' | 'memory' | 'time' | 'network' | 'mail' | 'hook' | 'task' | 'host';
      module?: string;
      woke?: 'true' | 'false';
    };
    answer: {
      items: {
        signal_id: string;
        source: 'filesystem' | 'memory' | 'time' | 'network' | 'mail' | 'hook' | 'task' | 'host';
        location: string;
        delta_type: 'created' | 'modified' | 'deleted' | 'renamed' | 'tick';
        magnitude: number;
        own: boolean;
        at: string;
        taken_at: string;
        why: string;
        judged: Shapes['Judgement'] | null;
        label: number | null;
      }[];
      next: string | null;
    };
  };
  'GET /signals/:signal': {
    params: { signal: string };
    answer: {
      signal_id: string;
      source: 'filesystem' | 'memory' | 'time' | 'network' | 'mail' | 'hook' | 'task' | 'host';
      location: string;
      delta_type: 'created' | 'modified' | 'deleted' | 'renamed' | 'tick';
      magnitude: number;
      own: boolean;
      at: string;
      taken_at: string;
      features: Record<string, number | boolean | string | null | string[]>;
      why: string;
      judged: Shapes['Judgement'][];
      activations?: Shapes['Activation'][];
      waits_for: string[];
    };
  };
  'GET /stats': { answer: Shapes['PfcStats'] };
  'GET /switchboard': { answer: undefined };
  'GET /tasks': {
    query: { limit?: number; cursor?: string; state?: string; source?: 'mail' | 'hook' | 'api' | 'skill' };
    answer: { items: Shapes['Task'][]; next: string | null };
  };
  'GET /tasks/:task': { params: { task: string }; answer: Shapes['TaskDetail'] };
  'GET /thoughts': {
    query: { limit?: number; cursor?: string; type?: 'reflection' | 'question' | 'hypothesis' };
    answer: { items: Shapes['Drifted'][]; next: string | null };
  };
  'GET /thoughts/:thought': { params: { thought: string }; answer: Shapes['DriftedDetail'] };
  'GET /threads': {
    query: { limit?: number; cursor?: string };
    answer: { items: Shapes['Thread'][]; next: string | null };
  };
  'GET /threads/:thread': { params: { thread: string }; answer: Shapes['Thread'] };
  'GET /threads/:thread/events': {
    params: { thread: string };
    query: { after?: number };
    answer: undefined;
    events:
      | { type: 'listening'; thread_id: string; after: number }
      | {
          turn_id: string;
          thread_id: string;
          seq: number;
          state:
            | 'pending'
            | 'running'
            | 'answered'
            | 'ignored'
            | 'merged'
            | 'failed'
            | 'cancelled'
            | 'quarantined';
          text: string;
          speaker: string | null;
          source: string;
          trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
          attempts: number;
          accepted_at: string;
          ended_at: string | null;
          duration_ms: number | null;
          reply: {
            text: string;
            mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
            topic: string;
            confidence: number;
            reply_confidence?: number | null;
            exchange_id: string;
            citations: { exchangeId: string; quote: string; support?: number }[];
            model: string;
          } | null;
          error: { code: string; message: string; recoverable: boolean } | null;
          traceparent: string | null;
          merged_into?: string | null;
          merged?: string[];
          interrupted_by?: string | null;
          parent_turn_id?: string | null;
          child_turn_ids?: string[];
          forgotten_at?: string | null;
          feedback?: {
            feedback_id: string;
            target: string;
            value: number;
            note: string | null;
            wanted?: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
            given_by: string;
            at: string;
          }[];
          approvals?: {
            approval_id: string;
            kind: 'message' | 'step' | 'call';
            task_id: string | null;
            thread_id: string;
            turn_id: string;
            state: 'pending' | 'approved' | 'edited' | 'refused' | 'expired';
            tool: string;
            arguments: Record<string, unknown>;
            edited_arguments: Record<string, unknown> | null;
            shown: string;
            effects?: string[];
            hash: string;
            reason: string;
            tier: 'observe' | 'organise' | 'act' | 'commit';
            created_at: string;
            expires_at: string;
            resolved_at: string | null;
            resolved_by: string | null;
            continuation_turn_id: string | null;
          }[];
          type: 'turn';
        };
  };
  'GET /threads/:thread/messages': {
    params: { thread: string };
    query: { limit?: number; cursor?: string };
    answer: { items: Shapes['HistoryItem'][]; next: string | null };
  };
  'GET /turns/:turn': { params: { turn: string }; answer: Shapes['Turn'] };
  'GET /turns/:turn/events': { params: { turn: string }; answer: undefined; events: Shapes['StreamEvent'] };
  'GET /turns/:turn/influence': {
    params: { turn: string };
    answer: {
      turn_id: string;
      redacted: boolean;
      parts: {
        part: 'decision' | 'reroute';
        policy: string;
        policy_version: number;
        scores: { RESPOND: number; CLARIFY: number; ACT: number; ACKNOWLEDGE: number; IGNORE: number };
        mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
        runner_up: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
        excluded: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE')[];
        margin: number;
        confidence: number;
        effective_margin: number;
        needs_tiebreak: boolean;
        decided_by: string;
        influences: {
          signal: string;
          doc: string;
          value: number;
          neutral: number;
          scores: { RESPOND: number; CLARIFY: number; ACT: number; ACKNOWLEDGE: number; IGNORE: number };
          mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
          margin: number;
          effective_margin: number;
          needs_tiebreak: boolean;
          moved: number;
        }[];
        rules: {
          rule: string;
          mode: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
          weight: number;
          value: number;
        }[];
      }[];
      unmeasured: string[];
    };
  };
  'GET /turns/:turn/memory': {
    params: { turn: string };
    answer: {
      turn_id: string;
      recomputed: true;
      memories: {
        id: string;
        kind: string | null;
        text: string | null;
        section: string;
        trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
        tokens: number;
        relevance: number;
        included: boolean;
        why: string;
        score: number | null;
        factors: Record<string, number>;
      }[];
    };
  };
  'GET /turns/:turn/prompt': {
    params: { turn: string };
    answer: {
      turn_id: string;
      calls: {
        call: number;
        role: string;
        model: string;
        template: string;
        compacted: string;
        budget_tokens: number;
        tokens: number;
        bytes: number;
        parts: {
          place: 'system' | number;
          role: 'system' | 'user' | 'assistant' | 'tool';
          name: string;
          bytes: number;
          tokens: number;
          share: number;
          text: string;
        }[];
      }[];
    };
  };
  'GET /turns/:turn/replay': {
    params: { turn: string };
    answer: {
      turn_id: string;
      equal: boolean;
      redacted?: boolean;
      parts: {
        part: 'decision' | 'reroute';
        policy: string;
        policy_version: number;
        mode: string;
        equal: boolean;
        differences: { field: string; stored: number | string | null; computed: number | string | null }[];
      }[];
    };
  };
  'GET /turns/:turn/timeline': {
    params: { turn: string };
    answer: {
      turn_id: string;
      moments: {
        name:
          | 'accepted'
          | 'claimed'
          | 'takeover'
          | 'step'
          | 'asked'
          | 'answered'
          | 'ended'
          | 'chunk'
          | 'gist'
          | 'fact'
          | 'episode'
          | 'concept'
          | 'notice'
          | 'delivery'
          | 'continuation';
        at: string | null;
        after_ms: number | null;
        id: string | null;
        detail: string | null;
      }[];
      stages: { name: string; ms: number }[] | null;
    };
  };
  'GET /turns/:turn/why': {
    params: { turn: string };
    query: { context?: 'account' | 'exact' };
    answer: Shapes['TurnExplanation'];
  };
  'GET /v1/models': {
    answer: { object: 'list'; data: { id: string; object: 'model'; created: number; owned_by: string }[] };
  };
  'GET /v1/models/:model': {
    params: { model: string };
    answer: { id: string; object: 'model'; created: number; owned_by: string };
  };
  'GET /workers': { answer: { items: Shapes['Worker'][]; next: string | null } };
  'PATCH /actions/:action/outcome': {
    params: { action: string };
    body: Shapes['ActionOutcome'];
    answer: Shapes['EvaluatedAction'];
  };
  'PATCH /config': { body: unknown; answer: Shapes['PfcConfig'] };
  'PATCH /goals/:goal': { params: { goal: string }; body: Shapes['GoalChange']; answer: Shapes['Goal'] };
  'PATCH /modules/:module': {
    params: { module: string };
    body: { state?: 'active' | 'paused'; threshold?: number | null };
    answer: Shapes['Module'];
  };
  'PATCH /operator/board': { answer: undefined };
  'PATCH /people/:person': {
    params: { person: string };
    body: {
      name?: string;
      time_zone?: string | null;
      quiet_hours?: { from: string; until: string } | null;
      proposed_zone?: 'accept' | 'refuse';
    };
    answer: Shapes['Person'];
  };
  'PATCH /pfc/actions/:action/outcome': {
    params: { action: string };
    body: Shapes['ActionOutcome'];
    answer: Shapes['EvaluatedAction'];
  };
  'PATCH /pfc/config': { body: unknown; answer: Shapes['PfcConfig'] };
  'PATCH /pfc/goals/:goal': { params: { goal: string }; body: Shapes['GoalChange']; answer: Shapes['Goal'] };
  'POST /api/channels/:room/messages': {
    params: { room: string };
    body: { content: string; id?: string };
    answer: {
      id: string;
      channel_id: number | string;
      channel_name: string;
      content: string;
      username: string;
      author_id: string;
      account_type: 'agent' | 'human';
      created_at: string;
    };
  };
  'POST /api/voice/claim': {
    body: { messageId: string | number; channelId?: number | string; agentId?: string };
    answer: { claimed: boolean };
  };
  'POST /api/voice/lower-hand': {
    body: { channelId: number | string };
    answer: { success: true; raised: boolean };
  };
  'POST /api/voice/raise-hand': {
    body: { channelId: number | string };
    answer: { success: true; raised: boolean };
  };
  'POST /approvals/:approval': {
    params: { approval: string };
    body: Shapes['ApprovalAnswer'];
    answer: {
      approval_id: string;
      kind: 'message' | 'step' | 'call';
      task_id: string | null;
      thread_id: string;
      turn_id: string;
      state: 'pending' | 'approved' | 'edited' | 'refused' | 'expired';
      tool: string;
      arguments: Record<string, unknown>;
      edited_arguments: Record<string, unknown> | null;
      shown: string;
      effects?: string[];
      hash: string;
      reason: string;
      tier: 'observe' | 'organise' | 'act' | 'commit';
      created_at: string;
      expires_at: string;
      resolved_at: string | null;
      resolved_by: string | null;
      continuation_turn_id: string | null;
    };
  };
  'POST /channels': {
    body: { kind: 'webhook' | 'mail'; target: string; person?: string };
    answer: {
      channel_id: string;
      kind: 'webhook' | 'mail';
      target: string;
      person: string;
      state: 'unconfirmed' | 'confirmed' | 'gone' | 'removed';
      created_at: string;
      confirmed_at: string | null;
      last: {
        kind: 'notice' | 'code' | 'test';
        state: 'pending' | 'sending' | 'delivered' | 'unknown' | 'failed' | 'withdrawn';
        attempts: number;
        error: string | null;
        created_at: string;
        next_at: string | null;
      } | null;
      secret: string | null;
    };
  };
  'POST /channels/:channel/code': { params: { channel: string }; answer: Shapes['Channel'] };
  'POST /channels/:channel/confirm': {
    params: { channel: string };
    body: { code: string };
    answer: Shapes['Channel'];
  };
  'POST /channels/:channel/rotate': {
    params: { channel: string };
    answer: { channel_id: string; secret: string; old_signs_until: string };
  };
  'POST /channels/:channel/test': { params: { channel: string }; answer: Shapes['Channel'] };
  'POST /chat': { body: Shapes['Message']; answer: undefined; events: Shapes['StreamEvent'] };
  'POST /dead-letters/:letter/drop': { params: { letter: string }; answer: Shapes['DeadLetter'] };
  'POST /dead-letters/:letter/retry': { params: { letter: string }; answer: Shapes['DeadLetter'] };
  'POST /evaluate': { body: Shapes['Evaluate']; answer: Shapes['Evaluation'] };
  'POST /feedback': {
    body: {
      target: string | string | string;
      value: number;
      note?: string;
      wanted?: 'RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE';
      choice?: string;
    };
    answer: {
      feedback_id: string;
      target: string;
      value: number;
      note: string | null;
      wanted?: ('RESPOND' | 'CLARIFY' | 'ACT' | 'ACKNOWLEDGE' | 'IGNORE') | null;
      given_by: string;
      at: string;
    };
  };
  'POST /goals': { body: Shapes['NewGoal']; answer: Shapes['Goal'] };
  'POST /hooks': {
    body: Shapes['NewHook'];
    answer: {
      hook_id: string;
      name: string;
      path: string;
      state: 'active' | 'paused' | 'removed';
      action:
        | 'read_public'
        | 'read_private'
        | 'write_local'
        | 'external_send'
        | 'destructive'
        | 'code_or_computer';
      ceiling:
        | 'unknown'
        | 'owner_claimed'
        | 'external_verified'
        | 'owner_verified'
        | 'approved_session'
        | 'system';
      plan: Shapes['Plan'] | null;
      per_minute: number;
      created_at: string;
      old_secret_until: string | null;
      secret: string;
    };
  };
  'POST /hooks/:hook/in': {
    params: { hook: string };
    body: Record<string, unknown>;
    answer: Shapes['HookTaken'];
  };
  'POST /hooks/:hook/pause': { params: { hook: string }; answer: Shapes['Hook'] };
  'POST /hooks/:hook/resume': { params: { hook: string }; answer: Shapes['Hook'] };
  'POST /hooks/:hook/rotate': {
    params: { hook: string };
    answer: { hook_id: string; secret: string; old_signs_until: string };
  };
  'POST /hooks/wake': {
    body: { text: string; mode?: 'now' | 'next-heartbeat' };
    answer: { turn_id: string; thread_id: string };
  };
  'POST /internal': {
    body: Shapes['NewThought'];
    answer: {
      id: number;
      channel: string | null;
      thought_type: string;
      content: string;
      trigger_message_id: string | null;
      trigger_author: string | null;
      trigger_content: string | null;
      created_at: string;
      rule: string | null;
      turn_id: string | null;
      trust: 'owner' | 'unverified';
      hand: Shapes['Hand'] | null;
    };
  };
  'POST /internal/synthesize': {
    body: { channel: string | number; clear?: boolean; thought_ids?: number[] };
    answer: Shapes['Synthesis'];
  };
  'POST /memory/forget': {
    body: Shapes['ForgetRequest'];
    answer:
      | Shapes['Forgetting']
      | {
          dry_run: true;
          scope: 'item' | 'thread' | 'source' | 'person' | 'period' | 'statement';
          counts: Record<string, number>;
          examples: {
            turn_id: string;
            at: string;
            text: string;
            why: ('said-by' | 'named' | 'kinship' | 'points' | 'states') | null;
            words: string | null;
          }[];
          unsure: {
            count: number;
            examples: {
              turn_id: string;
              at: string;
              text: string;
              why: ('said-by' | 'named' | 'kinship' | 'points' | 'states') | null;
              words: string | null;
            }[];
          };
          names?: string[];
          relations: string[];
          shared: string[];
        }
      | Shapes['Forgetting'];
  };
  'POST /memory/import': {
    body: {
      version: 1;
      dry_run?: boolean;
      items: {
        kind: 'exchange';
        id: string;
        at: string;
        text: string;
        trust: 'external' | 'unverified' | 'agent' | 'user' | 'owner';
        sources: string[];
        thread_id: string;
        speaker: string | null;
        reply: string | null;
        reply_trust?: ('external' | 'unverified' | 'agent' | 'user' | 'owner') | null;
        mode?: string | null;
      }[];
    };
    answer: { dry_run: boolean; imported: number; known: number; forgotten: number };
  };
  'POST /memory/retry-failed': { body: Record<string, unknown>; answer: { counts: Record<string, number> } };
  'POST /messages': { body: Shapes['Message']; answer: Shapes['Accepted'] };
  'POST /modules': {
    body: Record<string, unknown>;
    answer: {
      name: string;
      cluster: string;
      version: string;
      state: 'active' | 'paused' | 'removed';
      threshold: number | null;
      last_wake_at: string | null;
      breaker_until: string | null;
      hash: string;
      fingerprint: Shapes['Fingerprint'];
      created_at: string;
      updated_at: string;
      outcome: 'new' | 'changed' | 'same';
    };
  };
  'POST /modules/:module/models': {
    params: { module: string };
    body: { version: number };
    answer: {
      items: {
        cluster: string;
        version: number;
        parent: number;
        active: boolean;
        promoted: boolean;
        reason: string;
        thresholds?: Record<string, number>;
        metrics: Record<string, unknown>;
        sha256: string;
        schema: string;
        made_at: string;
      }[];
      next: string | null;
    };
  };
  'POST /operator/agent-keys/:key/revoke': {
    params: { key: string };
    body: Record<string, unknown>;
    answer: { key_id: string; revoked: true };
  };
  'POST /operator/agent-keys/:key/rotate': {
    params: { key: string };
    body: Shapes['KeyRotation'];
    answer: { key_id: string; key: string; old_expires_at: string };
  };
  'POST /operator/agents/:agent/keys': {
    params: { agent: string };
    body: Shapes['NewAgentKey'];
    answer: Shapes['MadeKey'];
  };
  'POST /operator/agents/:agent/servers': {
    params: { agent: string };
    body: Shapes['ServerAnswer'];
    answer: Shapes['ServerAnswered'];
  };
  'POST /operator/board': { answer: undefined };
  'POST /operator/dead-letters/:letter/drop': {
    params: { letter: string };
    body: Record<string, unknown>;
    answer: { settled: string[]; more: boolean };
  };
  'POST /operator/dead-letters/:letter/retry': {
    params: { letter: string };
    body: Record<string, unknown>;
    answer: { settled: string[]; more: boolean };
  };
  'POST /operator/dead-letters/drop': {
    body: Shapes['DeadLetterFilter'];
    answer: { settled: string[]; more: boolean };
  };
  'POST /operator/dead-letters/retry': {
    body: Shapes['DeadLetterFilter'];
    answer: { settled: string[]; more: boolean };
  };
  'POST /operator/keys': { body: Shapes['NewOperatorKey']; answer: Shapes['MadeKey'] };
  'POST /operator/keys/:key/revoke': {
    params: { key: string };
    body: Record<string, unknown>;
    answer: { key_id: string; revoked: true };
  };
  'POST /operator/keys/:key/rotate': {
    params: { key: string };
    body: Shapes['KeyRotation'];
    answer: { key_id: string; key: string; old_expires_at: string };
  };
  'POST /operator/policies/:policy/requests': {
    params: { policy: string };
    body: Shapes['NewPolicyRequest'];
    answer: Shapes['PolicyRequest'];
  };
  'POST /operator/quarantine/:turn/drop': {
    params: { turn: string };
    body: Record<string, unknown>;
    answer: {
      turn_id: string;
      outcome: 'retried' | 'dropped';
      child_turn_id: string | null;
      state:
        | 'pending'
        | 'running'
        | 'answered'
        | 'ignored'
        | 'merged'
        | 'failed'
        | 'cancelled'
        | 'quarantined';
    };
  };
  'POST /operator/quarantine/:turn/retry': {
    params: { turn: string };
    body: Record<string, unknown>;
    answer: {
      turn_id: string;
      outcome: 'retried' | 'dropped';
      child_turn_id: string | null;
      state:
        | 'pending'
        | 'running'
        | 'answered'
        | 'ignored'
        | 'merged'
        | 'failed'
        | 'cancelled'
        | 'quarantined';
    };
  };
  'POST /operator/session': { body: { key: string }; answer: Shapes['Session'] };
  'POST /people': {
    body: { name: string; time_zone?: string; quiet_hours?: { from: string; until: string } };
    answer: Shapes['Person'];
  };
  'POST /people/:person/merge': {
    params: { person: string };
    body: { into: string };
    answer: Shapes['Person'];
  };
  'POST /people/:person/names': {
    params: { person: string };
    body: { kind: 'name'; value: string } | { kind: 'mail'; value: string };
    answer: Shapes['Person'];
  };
  'POST /people/:person/split': {
    params: { person: string };
    body: { names: string[] };
    answer: { items: Shapes['Person'][] };
  };
  'POST /pfc/evaluate': { body: Shapes['Evaluate']; answer: Shapes['Evaluation'] };
  'POST /pfc/floor': { body: { channel: string | number; granted: boolean }; answer: Shapes['Hand'] };
  'POST /pfc/goals': { body: Shapes['NewGoal']; answer: Shapes['Goal'] };
  'POST /pfc/internal': {
    body: Shapes['NewThought'];
    answer: {
      id: number;
      channel: string | null;
      thought_type: string;
      content: string;
      trigger_message_id: string | null;
      trigger_author: string | null;
      trigger_content: string | null;
      created_at: string;
      rule: string | null;
      turn_id: string | null;
      trust: 'owner' | 'unverified';
      hand: Shapes['Hand'] | null;
    };
  };
  'POST /pfc/internal/synthesize': {
    body: { channel: string | number; clear?: boolean; thought_ids?: number[] };
    answer: Shapes['Synthesis'];
  };
  'POST /pfc/messages': { body: Shapes['HeardMessage']; answer: Shapes['Heard'] };
  'POST /pfc/synthesize': {
    body: { channel: string | number; clear?: boolean; thought_ids?: number[] };
    answer: Shapes['Synthesis'];
  };
  'POST /policies/:policy/requests': {
    params: { policy: string };
    body: Shapes['NewPolicyRequest'];
    answer: Shapes['PolicyRequest'];
  };
  'POST /pulse/simulate': {
    body: { module?: string; fingerprint?: Record<string, unknown>; days?: number; threshold?: number };
    answer: {
      module: string;
      threshold: number;
      since: string;
      days: number;
      signals: number;
      routed: number;
      passed: number;
      wakes: number;
      wakes_per_day: number;
      examples: {
        source: 'filesystem' | 'memory' | 'time' | 'network' | 'mail' | 'hook' | 'task' | 'host';
        location: string;
        delta_type: 'created' | 'modified' | 'deleted' | 'renamed' | 'tick';
        at: string;
        signal_id: string;
        score: number;
        question: string;
      }[];
    };
  };
  'POST /pulse/tick': { answer: Shapes['PulseEvent'] };
  'POST /rooms': {
    body: {
      id: number | string;
      name?: string;
      kind?: 'text' | 'voice';
      hands_max?: number;
      agents?: string[];
    };
    answer: {
      id: string;
      name: string;
      kind: 'text' | 'voice';
      handsMax: number;
      seq: number;
      speaker: { kind: 'agent' | 'human'; member: string; since: string } | null;
      members: {
        kind: 'agent' | 'human';
        member: string;
        display: string;
        present: boolean;
        joinedAt: string;
      }[];
      hands: {
        agentId: string;
        state: 'lowered' | 'waiting' | 'raised' | 'granted';
        count: number;
        reason: string | null;
        bid: number;
        version: number;
        raisedAt: string | null;
      }[];
      queue: {
        member: string;
        display: string;
        tier: 'normal' | 'emergency';
        interrupted: boolean;
        raisedAt: string;
      }[];
      messages: {
        seq: number;
        id: string;
        authorKind: 'agent' | 'human';
        author: string;
        display: string;
        content: string;
        at: string;
        turnId: string | null;
      }[];
      claims?: { messageId: string; agentId: string }[];
    };
  };
  'POST /rooms/:room/floor': {
    params: { room: string };
    body: { kind?: 'agent' | 'human'; member?: string };
    answer: {
      id: string;
      name: string;
      kind: 'text' | 'voice';
      handsMax: number;
      seq: number;
      speaker: { kind: 'agent' | 'human'; member: string; since: string } | null;
      members: {
        kind: 'agent' | 'human';
        member: string;
        display: string;
        present: boolean;
        joinedAt: string;
      }[];
      hands: {
        agentId: string;
        state: 'lowered' | 'waiting' | 'raised' | 'granted';
        count: number;
        reason: string | null;
        bid: number;
        version: number;
        raisedAt: string | null;
      }[];
      queue: {
        member: string;
        display: string;
        tier: 'normal' | 'emergency';
        interrupted: boolean;
        raisedAt: string;
      }[];
      messages: {
        seq: number;
        id: string;
        authorKind: 'agent' | 'human';
        author: string;
        display: string;
        content: string;
        at: string;
        turnId: string | null;
      }[];
      claims?: { messageId: string; agentId: string }[];
    };
  };
  'POST /rooms/:room/members': {
    params: { room: string };
    body: { agent: string };
    answer: {
      id: string;
      name: string;
      kind: 'text' | 'voice';
      handsMax: number;
      seq: number;
      speaker: { kind: 'agent' | 'human'; member: string; since: string } | null;
      members: {
        kind: 'agent' | 'human';
        member: string;
        display: string;
        present: boolean;
        joinedAt: string;
      }[];
      hands: {
        agentId: string;
        state: 'lowered' | 'waiting' | 'raised' | 'granted';
        count: number;
        reason: string | null;
        bid: number;
        version: number;
        raisedAt: string | null;
      }[];
      queue: {
        member: string;
        display: string;
        tier: 'normal' | 'emergency';
        interrupted: boolean;
        raisedAt: string;
      }[];
      messages: {
        seq: number;
        id: string;
        authorKind: 'agent' | 'human';
        author: string;
        display: string;
        content: string;
        at: string;
        turnId: string | null;
      }[];
      claims?: { messageId: string; agentId: string }[];
    };
  };
  'POST /rooms/:room/messages': {
    params: { room: string };
    body: { content: string; id?: string };
    answer: {
      seq: number;
      id: string;
      authorKind: 'agent' | 'human';
      author: string;
      display: string;
      content: string;
      at: string;
      turnId: string | null;
    };
  };
  'POST /rooms/:room/queue': {
    params: { room: string };
    body: { tier?: 'normal' | 'emergency' };
    answer: {
      id: string;
      name: string;
      kind: 'text' | 'voice';
      handsMax: number;
      seq: number;
      speaker: { kind: 'agent' | 'human'; member: string; since: string } | null;
      members: {
        kind: 'agent' | 'human';
        member: string;
        display: string;
        present: boolean;
        joinedAt: string;
      }[];
      hands: {
        agentId: string;
        state: 'lowered' | 'waiting' | 'raised' | 'granted';
        count: number;
        reason: string | null;
        bid: number;
        version: number;
        raisedAt: string | null;
      }[];
      queue: {
        member: string;
        display: string;
        tier: 'normal' | 'emergency';
        interrupted: boolean;
        raisedAt: string;
      }[];
      messages: {
        seq: number;
        id: string;
        authorKind: 'agent' | 'human';
        author: string;
        display: string;
        content: string;
        at: string;
        turnId: string | null;
      }[];
      claims?: { messageId: string; agentId: string }[];
    };
  };
  'POST /schedules': { body: Shapes['NewSchedule']; answer: Shapes['Schedule'] };
  'POST /schedules/:schedule/end': { params: { schedule: string }; answer: Shapes['Schedule'] };
  'POST /schedules/:schedule/pause': { params: { schedule: string }; answer: Shapes['Schedule'] };
  'POST /schedules/:schedule/resume': { params: { schedule: string }; answer: Shapes['Schedule'] };
  'POST /schedules/:schedule/run': {
    params: { schedule: string };
    answer: { turn_id: string; thread_id: string };
  };
  'POST /session': { body: { code: string }; answer: Shapes['Session'] };
  'POST /session/codes': { body: Record<string, unknown>; answer: { code: string; seconds: number } };
  'POST /synthesize': {
    body: { channel: string | number; clear?: boolean; thought_ids?: number[] };
    answer: Shapes['Synthesis'];
  };
  'POST /tasks': { body: Shapes['NewTask']; answer: Shapes['TaskDetail'] };
  'POST /tasks/:task/cancel': { params: { task: string }; answer: Shapes['TaskDetail'] };
  'POST /tasks/:task/retry': { params: { task: string }; answer: Shapes['TaskDetail'] };
  'POST /turns/:turn/cancel': { params: { turn: string }; answer: Shapes['Cancelled'] };
  'POST /v1/chat/completions': {
    body: Shapes['Completion'];
    answer: {
      id: string;
      object: 'chat.completion';
      created: number;
      model: string;
      choices: { index: number; finish_reason: string | null }[];
    };
  };
  'PUT /bridge': {
    body: { url: string; key?: string; channels: string[]; self_names: string[]; mention_names?: string[] };
    answer: {
      url: string;
      channels: { channel: string; last_message: string | null; heard_at: string | null }[];
      self_names: string[];
      mention_names: string[];
      seen_at: string | null;
      failures: number;
      error: string | null;
      retry_at: string | null;
      replies: {
        turn_id: string;
        channel: string;
        message_id: string;
        state: 'waiting' | 'sending' | 'posted' | 'silent' | 'unknown' | 'failed';
        error: string | null;
        created_at: string;
        settled_at: string | null;
      }[];
    };
  };
  'PUT /operator/board': { answer: undefined };
  'PUT /pfc/focus': {
    body: { channel: (string | number) | null };
    answer: { channel: string | null; updated_at: string | null };
  };
}
