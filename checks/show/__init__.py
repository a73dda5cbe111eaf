"""What people read: records, reports and pages for a terminal, LaTeX, HTML, Markdown and figures."""
