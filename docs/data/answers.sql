WITH request AS (
  SELECT url, uri_parts(url) AS parts FROM logs
), search AS (
  SELECT form_get(parts['query'], 'ie') AS ie,
         replace(split_part(split_part(parts['query'], 'q=', 2), '&', 1), '+', ' ') AS raw
  FROM request WHERE parts['path'] = '/search'
), answer AS (
  SELECT 'word' AS what, coalesce(CASE ie
      WHEN 'gbk' THEN try_pct_decode(raw, 'gbk')
      WHEN 'shift_jis' THEN try_pct_decode(raw, 'shift_jis')
      WHEN 'euc-kr' THEN try_pct_decode(raw, 'euc-kr')
      WHEN 'windows-1252' THEN try_pct_decode(raw, 'windows-1252')
      ELSE try_pct_decode(raw)
    END, '(not text)') AS value
  FROM search
  UNION ALL
  SELECT 'page', pct_normalize(parts['path'], 'path') FROM request WHERE parts['path'] <> '/search'
  UNION ALL
  SELECT 'finding', finding['id']
  FROM (SELECT unnest(pct_lint(url, 'url')) AS finding FROM request) AS findings
  WHERE finding['severity'] = 'error'
)
SELECT what, value, count(*) AS hits FROM answer GROUP BY what, value ORDER BY what, hits DESC, value
