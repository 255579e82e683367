/** Turns that nobody asked for, and whether somebody heard them. */
export type { NoticePage, NoticePlace, NoticeRow, NoticesAfter, ToldNotice } from '../queries/notices.ts';
export { listNotices, markSeen, noticesAfter } from '../queries/notices.ts';
